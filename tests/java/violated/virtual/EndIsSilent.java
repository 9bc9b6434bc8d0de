//@ jdk: 25
//@ kind: deadlock

/** Only the end of a platform thread notifies those who wait on its Thread. */
public class EndIsSilent {
    public static void main(String[] args) throws Exception {
        Thread virtual = Thread.ofVirtual().unstarted(() -> {});
        synchronized (virtual) {
            virtual.start();
            virtual.wait(); //~ deadlock
        }
    }
}
