/** Constants, arrays, class literals and a subclass's name don't initialise a class; use does. */
public class WhatDoesNot {
    static String log = "";

    static class Parent {
        static final int CONSTANT = 1;
        static int field = 2;

        static {
            log += "P";
        }
    }

    static class Child extends Parent {
        static {
            log += "C";
        }
    }

    interface Shape {
        int SIDES = touch("I");
    }

    static class Square implements Shape {
        static {
            log += "S";
        }
    }

    static int touch(String name) {
        log += name;
        return 4;
    }

    public static void main(String[] args) {
        assert Parent.CONSTANT == 1;
        assert new Child[2].length == 2;
        assert Child.class.getSimpleName().equals("Child");
        assert log.isEmpty();
        assert Child.field == 2;
        assert log.equals("P");
        assert new Child() != null;
        assert log.equals("PC");
        assert new Square() != null;
        assert log.equals("PCS");
        assert Square.SIDES == 4;
        assert log.equals("PCSI");
    }
}
