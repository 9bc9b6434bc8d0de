package heddle.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.reporting.OutputDirectoryProvider;

/** Asks an engine for one test, configured as the platform's launcher would do it. */
final class JupiterRequest implements EngineDiscoveryRequest {
  private final DiscoverySelector selector;
  private final ConfigurationParameters configuration = new Configuration();

  JupiterRequest(DiscoverySelector selector) {
    this.selector = selector;
  }

  @Override public <T extends DiscoverySelector> List<T> getSelectorsByType(Class<T> type) {
    List<T> found = new ArrayList<>();
    if (type.isInstance(selector)) found.add(type.cast(selector));
    return found;
  }

  @Override public <T extends DiscoveryFilter<?>> List<T> getFiltersByType(Class<T> type) {
    return new ArrayList<>();
  }

  @Override public ConfigurationParameters getConfigurationParameters() {
    return configuration;
  }

  // Newer platforms ask for these.

  @Override public OutputDirectoryProvider getOutputDirectoryProvider() {
    return (OutputDirectoryProvider) JupiterTest.outputDirectory(OutputDirectoryProvider.class);
  }

  @Override public OutputDirectoryCreator getOutputDirectoryCreator() {
    return (OutputDirectoryCreator) JupiterTest.outputDirectory(OutputDirectoryCreator.class);
  }

  /** System properties, and then those of the file that the platform looks for. */
  private static final class Configuration implements ConfigurationParameters {
    private static final String FILE = "junit-platform.properties";
    private final Properties file = new Properties();

    Configuration() {
      try (InputStream in = Resources.open(FILE)) {
        if (in != null) file.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override public Optional<String> get(String key) {
      String value = System.getProperty(key);
      return Optional.ofNullable(value != null ? value : file.getProperty(key));
    }

    @Override public Optional<Boolean> getBoolean(String key) {
      return get(key).map(Boolean::parseBoolean);
    }

    @Override public int size() {
      return file.size();
    }

    @Override public Set<String> keySet() {
      return file.stringPropertyNames();
    }
  }
}
