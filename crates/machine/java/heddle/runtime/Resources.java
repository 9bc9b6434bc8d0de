package heddle.runtime;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;

/** Files of the class path. Their addresses are {@code resource:/name}, which only these know. */
final class Resources {
  private Resources() {}

  static native byte[] bytes0(String name);

  static InputStream open(String name) {
    byte[] bytes = bytes0(name);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  static InputStream openOfLoader(ClassLoader loader, String name) {
    return open(name);
  }

  static InputStream openOfModule(Module module, String name) {
    return open(name.startsWith("/") ? name.substring(1) : name);
  }

  static InputStream openOfClass(Class<?> owner, String name) {
    return open(resolve(owner, name));
  }

  static URL find(String name) {
    if (bytes0(name) == null) return null;
    try {
      return new URL("resource", "", -1, "/" + name, new Handler());
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  static URL ofLoader(ClassLoader loader, String name) {
    return find(name);
  }

  static URL ofClass(Class<?> owner, String name) {
    return find(resolve(owner, name));
  }

  /** No more than one can be told from none; whether there are more would have to be looked for. */
  static Enumeration<URL> all(ClassLoader loader, String name) {
    if (bytes0(name) != null) Tests.unsupported0("listing all resources of a name");
    return Collections.emptyEnumeration();
  }

  static Enumeration<URL> allOfSystem(String name) {
    return all(null, name);
  }

  private static String resolve(Class<?> owner, String name) {
    if (name.startsWith("/")) return name.substring(1);
    String directory = owner.getPackageName().replace('.', '/');
    return directory.isEmpty() ? name : directory + "/" + name;
  }

  private static final class Handler extends URLStreamHandler {
    @Override protected URLConnection openConnection(URL address) {
      return new Connection(address);
    }
  }

  private static final class Connection extends URLConnection {
    Connection(URL address) { super(address); }

    @Override public void connect() {}

    @Override public InputStream getInputStream() throws IOException {
      InputStream stream = open(getURL().getPath().substring(1));
      if (stream == null) throw new FileNotFoundException(getURL().getPath());
      return stream;
    }
  }
}
