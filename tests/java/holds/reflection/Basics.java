import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Classes, constructors, methods, fields and annotations by name. */
public class Basics {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Label {
        String value() default "none";

        int size() default 3;
    }

    @Label("account")
    static class Account {
        private int balance;

        Account(int balance) {
            this.balance = balance;
        }

        int withdraw(int amount) {
            if (amount > balance) {
                throw new IllegalStateException("too much");
            }
            balance -= amount;
            return balance;
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("Basics$Account");
        Constructor<?> constructor = type.getDeclaredConstructor(int.class);
        Object account = constructor.newInstance(10);
        Method withdraw = type.getDeclaredMethod("withdraw", int.class);
        assert withdraw.invoke(account, 3).equals(7);
        Field balance = type.getDeclaredField("balance");
        balance.setInt(account, 1);
        assert balance.getInt(account) == 1;
        try {
            withdraw.invoke(account, 2);
            assert false : "invoke() returned";
        } catch (InvocationTargetException e) {
            assert e.getCause().getMessage().equals("too much");
        }
        Label label = type.getAnnotation(Label.class);
        assert label.value().equals("account") && label.size() == 3;
        assert type.getSimpleName().equals("Account") && type.getSuperclass() == Object.class;
    }
}
