import java.net.http.HttpClient;

/** There is no SSL context. */
public class SecureClient {
    public static void main(String[] args) {
        HttpClient.newHttpClient();
    }
}
