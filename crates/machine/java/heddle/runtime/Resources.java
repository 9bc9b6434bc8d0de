package heddle.runtime;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceConfigurationError;

/** Files of the class path. Their addresses are {@code resource:/name}, which only these know. */
final class Resources {
  private Resources() {}

  static native byte[] bytes0(String name);

  private static native byte[] bytesFrom0(String name, int entry);

  private static native int placeFrom0(String name, int entry);

  private static native boolean isOfLibrary0(int entry);

  static InputStream open(String name) {
    byte[] bytes = bytes0(name);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  static InputStream openOfLoader(ClassLoader loader, String name) throws IOException {
    URL address = ofLoader(loader, name);
    return address == null ? null : address.openStream();
  }

  static InputStream openOfModule(Module module, String name) {
    return open(name.startsWith("/") ? name.substring(1) : name);
  }

  static InputStream openOfClass(Class<?> owner, String name) {
    ClassLoader loader = owner.getClassLoader();
    String whole = resolve(owner, name);
    return loader == null || loader == Fixed.loader ? open(whole) : loader.getResourceAsStream(whole);
  }

  static URL find(String name) {
    int place = placeFrom0(name, 0);
    return place < 0 ? null : address(name, place, true);
  }

  static URL findOfLibrary(String name) {
    int place = placeFrom0(name, Integer.MAX_VALUE);
    return place < 0 ? null : address(name, place, false);
  }

  /** The first of a name is told by the name alone. */
  private static URL address(String name, int place, boolean first) {
    try {
      String file = "/" + name + (first ? "" : "?" + place);
      return new URL("resource", "", -1, file, new Handler());
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  static URL ofLoader(ClassLoader loader, String name) {
    return loader == Fixed.platform ? findOfLibrary(name) : find(name);
  }

  static URL ofClass(Class<?> owner, String name) {
    ClassLoader loader = owner.getClassLoader();
    String whole = resolve(owner, name);
    return loader == null || loader == Fixed.loader ? find(whole) : loader.getResource(whole);
  }

  /** All files of a name, in the order of the class path. */
  static Enumeration<URL> all(ClassLoader loader, String name) {
    List<URL> found = new ArrayList<>();
    boolean inLibraryOnly = loader == Fixed.platform;
    int place = placeFrom0(name, inLibraryOnly ? Integer.MAX_VALUE : 0);
    while (place >= 0) {
      found.add(address(name, place, found.isEmpty() && !inLibraryOnly));
      place = isOfLibrary0(place) ? -1 : placeFrom0(name, place + 1);
    }
    return Collections.enumeration(found);
  }

  static Enumeration<URL> allOfLibrary(String name) {
    return all(Fixed.platform, name);
  }

  /** The lists of providers that a loader sees; without one, those of the class path. */
  static Enumeration<URL> services(ClassLoader loader, String name) {
    try {
      return loader == null ? all(Fixed.loader, name) : loader.getResources(name);
    } catch (IOException e) {
      throw new ServiceConfigurationError("Error locating configuration files", e);
    }
  }

  static Enumeration<URL> allOfSystem(String name) {
    return all(Fixed.loader, name);
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
      String place = getURL().getQuery();
      int first = place == null ? 0 : Integer.parseInt(place);
      byte[] bytes = bytesFrom0(getURL().getPath().substring(1), first);
      if (bytes == null) throw new FileNotFoundException(getURL().getPath());
      return new ByteArrayInputStream(bytes);
    }
  }
}
