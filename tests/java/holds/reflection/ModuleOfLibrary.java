/** The program is in a module without a name; those of the JDK have names, and say what they export. */
public class ModuleOfLibrary {
    public static void main(String[] args) {
        Module own = ModuleOfLibrary.class.getModule(), base = String.class.getModule();
        assert !own.isNamed() && own.getName() == null && own.isOpen("any");
        assert ModuleOfLibrary.class.getClassLoader().getName().equals("app");
        assert base.isNamed() && base.getName().equals("java.base") && base.getClassLoader() == null;
        assert base == int[].class.getModule() && base == String[].class.getModule();
        assert base != java.util.logging.Logger.class.getModule();
        assert base.isExported("java.util") && !base.isExported("jdk.internal.misc");
        assert !base.isOpen("java.lang") && base.toString().equals("module java.base");
        assert own.canRead(base);
    }
}
