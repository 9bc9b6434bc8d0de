/** To Heddle there is one module: that of the program. */
public class ModuleOfLibrary {
    public static void main(String[] args) {
        assert !ModuleOfLibrary.class.getModule().isNamed();
        assert ModuleOfLibrary.class.getClassLoader().getName().equals("app");
        assert !String.class.getModule().isNamed();
    }
}
