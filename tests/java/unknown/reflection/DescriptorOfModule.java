/** Of the modules of the JDK, the descriptors are not known. */
public class DescriptorOfModule {
    public static void main(String[] args) {
        assert String.class.getModule().getDescriptor().name().equals("java.base");
    }
}
