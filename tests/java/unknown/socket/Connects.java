import java.io.IOException;
import java.net.Socket;

/** Opens a connection. */
public class Connects {
    public static void main(String[] args) throws IOException {
        try (Socket socket = new Socket("localhost", 9)) {
            assert socket.isConnected();
        }
    }
}
