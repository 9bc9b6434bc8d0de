//@ kind: assertion
import heddle.Heddle;

/** It takes a certain choice and a certain schedule. */
public class ChoiceAndSchedule {
    static volatile int value;

    public static void main(String[] args) {
        boolean twice = Heddle.chooseBoolean();
        new Thread(() -> {
            value = 1;
            if (twice) {
                value = 2;
            }
        }).start();
        int first = value;
        int second = value;
        assert first != 1 || second != 2; //~ assertion
    }
}
