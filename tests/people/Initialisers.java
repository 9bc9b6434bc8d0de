class A { static final B b = new B(); static void hi() {} }
class B { static final A a = new A(); static void hi() {} }
public class Initialisers {
    public static void main(String[] args) {
        new Thread(A::hi).start();
        new Thread(B::hi).start();
    }
}
//@ says: Thread-0 and Thread-1 wait for each other
//@ says: waits for the initialisation of B by Thread-1
//@ says: let no two classes need each other in their initialisers
