//@ jdk: 25
//@ kind: exception
/** The object whose main it is can't be made: main never begins. */
class ConstructorFails {
    ConstructorFails() {
        throw new IllegalStateException("on purpose"); //~ exception
    }

    void main(String[] args) {
        try {
            System.out.println("begun");
        } catch (IllegalStateException thrown) {
            System.out.println("caught");
        }
    }
}
