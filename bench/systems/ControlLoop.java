/**
 * The control software of a small aircraft: many threads, each with one task, that run in rounds and
 * meet at shared objects. Sensors write readings, an estimator makes a position of them, navigation
 * sets the course, the autopilot commands the servos, and a watchdog takes over when the link is lost.
 * Every shared object has its own lock. Argument: rounds.
 */
public class ControlLoop {
    static final int WAYPOINT = 4;

    /** The latest value of something, and how often it was set. */
    static final class Reading {
        private int value;
        private int count;

        synchronized void set(int value) {
            this.value = value;
            count++;
        }

        synchronized int get() {
            return value;
        }

        synchronized int count() {
            return count;
        }
    }

    /** Where the aircraft is thought to be. */
    static final class Position {
        private int along;
        private int height;

        synchronized void move(int along, int height) {
            this.along = along;
            this.height = height;
        }

        synchronized int remaining() {
            return WAYPOINT - along;
        }

        synchronized int height() {
            return height;
        }
    }

    /** Who flies. */
    static final class Mode {
        private boolean manual;
        private boolean failsafe;

        synchronized void loseLink() {
            failsafe = true;
            manual = false;
        }

        synchronized void takeOver() {
            if (!failsafe) {
                manual = true;
            }
        }

        synchronized boolean isAutomatic() {
            return !manual || failsafe;
        }

        synchronized boolean isConsistent() {
            return !(manual && failsafe);
        }
    }

    /** What the servos were told. */
    static final class Servos {
        private int throttle;
        private int commands;

        synchronized void command(int throttle) {
            assert throttle >= 0 && throttle <= 10 : "servos take 0 to 10";
            this.throttle = throttle;
            commands++;
        }

        synchronized int commands() {
            return commands;
        }
    }

    /** All that the tasks share. */
    static final class Plane {
        final Reading speed = new Reading();
        final Reading pressure = new Reading();
        final Reading course = new Reading();
        final Position position = new Position();
        final Mode mode = new Mode();
        final Servos servos = new Servos();
    }

    /** One task, run so many times. */
    abstract static class Task extends Thread {
        final Plane plane;
        private final int rounds;

        Task(String name, Plane plane, int rounds) {
            super(name);
            this.plane = plane;
            this.rounds = rounds;
        }

        abstract void step(int round);

        @Override
        public final void run() {
            for (int round = 0; round < rounds; round++) {
                step(round);
            }
        }
    }

    static final class Sensors extends Task {
        Sensors(Plane plane, int rounds) {
            super("sensors", plane, rounds);
        }

        @Override
        void step(int round) {
            plane.speed.set(2);
            plane.pressure.set(3 + round % 2);
        }
    }

    static final class Estimator extends Task {
        private int along;

        Estimator(Plane plane, int rounds) {
            super("estimator", plane, rounds);
        }

        @Override
        void step(int round) {
            along += plane.speed.get();
            plane.position.move(along, 10 - plane.pressure.get());
        }
    }

    static final class Navigation extends Task {
        Navigation(Plane plane, int rounds) {
            super("navigation", plane, rounds);
        }

        @Override
        void step(int round) {
            int remaining = plane.position.remaining();
            plane.course.set(remaining > 0 ? 1 : 0);
        }
    }

    static final class Autopilot extends Task {
        Autopilot(Plane plane, int rounds) {
            super("autopilot", plane, rounds);
        }

        @Override
        void step(int round) {
            if (plane.mode.isAutomatic()) {
                plane.servos.command(plane.course.get() * 5);
            }
        }
    }

    static final class Watchdog extends Task {
        Watchdog(Plane plane, int rounds) {
            super("watchdog", plane, rounds);
        }

        @Override
        void step(int round) {
            if (plane.speed.count() == 0) {
                plane.mode.loseLink();
            } else {
                plane.mode.takeOver();
            }
            assert plane.mode.isConsistent();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        Plane plane = new Plane();
        Task[] tasks = {
            new Sensors(plane, rounds),
            new Estimator(plane, rounds),
            new Navigation(plane, rounds),
            new Autopilot(plane, rounds),
            new Watchdog(plane, rounds),
        };
        for (Task task : tasks) {
            task.start();
        }
        for (Task task : tasks) {
            task.join();
        }
        assert plane.speed.count() == rounds && plane.servos.commands() <= rounds;
        assert plane.position.height() >= 0;
        System.out.println("rounds: " + plane.speed.count());
    }
}
