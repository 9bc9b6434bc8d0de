//@ kind: exception
//@ jdk: 17
/** A daemon group is destroyed when its last thread ends, if that is before the next one is made. */
public class DaemonGroupIsGone {
    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("group");
        group.setDaemon(true);
        new Thread(group, () -> { }).start();
        new Thread(group, () -> { }).start(); //~ exception
    }
}
