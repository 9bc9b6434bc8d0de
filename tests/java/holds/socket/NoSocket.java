import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** No schedule makes the flag true: connecting and listening are not reached. */
public class NoSocket {
    static volatile boolean on;

    public static void main(String[] args) throws IOException {
        new Thread() {
            @Override
            public void run() {
                on = false;
            }
        }.start();
        if (on) {
            try (Socket socket = new Socket("localhost", 9); ServerSocket server = new ServerSocket(0)) {
                assert socket.isConnected() && server.getLocalPort() > 0;
            }
        }
    }
}
