//@ open: a collection may change while it is iterated over
import java.util.ArrayList;
import java.util.List;

/** Messages are delivered to members, each with a monitor of its own. */
public class ChatRoom {
    static class Member {
        private final StringBuilder inbox = new StringBuilder();

        synchronized void deliver(String text) {
            inbox.append(text).append('\n');
        }
    }

    private final List<Member> members = new ArrayList<>();

    synchronized void join(Member member) {
        members.add(member);
    }

    synchronized void say(String text) {
        for (Member member : members) {
            member.deliver(text);
        }
    }

    public static void main(String[] args) {
        ChatRoom room = new ChatRoom();
        for (int i = 0; i < 3; i++) {
            String name = "m" + i;
            new Thread(() -> {
                room.join(new Member());
                room.say(name + " is here");
            }).start();
        }
    }
}
