import java.io.IOException;
import java.net.ServerSocket;

/** Listens on a port. */
public class Listens {
    public static void main(String[] args) throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            assert server.getLocalPort() > 0;
        }
    }
}
