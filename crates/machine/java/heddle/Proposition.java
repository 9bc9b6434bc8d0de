package heddle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static field that formulas know by its name alone: with {@code @Proposition static volatile boolean ready}
 * one can ask for {@code <> ready}. A number counts as true unless it is 0, a reference unless it is null.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Proposition {}
