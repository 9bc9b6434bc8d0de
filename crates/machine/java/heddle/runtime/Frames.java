package heddle.runtime;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a {@code StackWalker} sees: the stack as exceptions keep it, without the walk itself. */
final class Frames {
  private Frames() {}

  static Object walk(
      StackWalker walker, Function<? super Stream<StackWalker.StackFrame>, ?> function) {
    return function.apply(frames(walker).stream());
  }

  static void forEach(StackWalker walker, Consumer<? super StackWalker.StackFrame> action) {
    frames(walker).forEach(action);
  }

  static Class<?> callerClass(StackWalker walker) {
    List<StackWalker.StackFrame> frames = frames(walker);
    if (frames.size() < 2) throw new IllegalCallerException("no caller frame");
    return frames.get(1).getDeclaringClass();
  }

  private static List<StackWalker.StackFrame> frames(StackWalker walker) {
    if (showsHidden(walker)) Tests.unsupported0("a StackWalker that shows hidden frames");
    List<StackWalker.StackFrame> frames = new ArrayList<>();
    for (StackTraceElement element : new Throwable().getStackTrace()) {
      String name = element.getClassName();
      boolean walks = name.equals("java.lang.StackWalker") || name.startsWith("heddle.runtime.Frames");
      boolean reflects = name.startsWith("java.lang.reflect.") || name.startsWith("jdk.internal.reflect.");
      if (!walks && !reflects) frames.add(new Element(element));
    }
    return frames;
  }

  private static boolean showsHidden(StackWalker walker) {
    try {
      Field options = StackWalker.class.getDeclaredField("options");
      options.setAccessible(true);
      String names = options.get(walker).toString();
      return names.contains("SHOW_REFLECT_FRAMES") || names.contains("SHOW_HIDDEN_FRAMES");
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  private static final class Element implements StackWalker.StackFrame {
    private final StackTraceElement element;

    Element(StackTraceElement element) { this.element = element; }

    @Override public String getClassName() { return element.getClassName(); }
    @Override public String getMethodName() { return element.getMethodName(); }
    @Override public int getByteCodeIndex() { return -1; }
    @Override public String getFileName() { return element.getFileName(); }
    @Override public int getLineNumber() { return element.getLineNumber(); }
    @Override public boolean isNativeMethod() { return element.isNativeMethod(); }
    @Override public StackTraceElement toStackTraceElement() { return element; }
    @Override public String toString() { return element.toString(); }

    @Override public Class<?> getDeclaringClass() {
      try {
        return Class.forName(element.getClassName());
      } catch (ClassNotFoundException e) {
        throw new InternalError(e);
      }
    }

    @Override public MethodType getMethodType() {
      Tests.unsupported0("StackFrame.getMethodType");
      return null;
    }

    @Override public String getDescriptor() {
      Tests.unsupported0("StackFrame.getDescriptor");
      return null;
    }
  }
}
