/**
 * Elevators in a building: each is a thread that takes calls from the floors, and one thread stands for
 * the people who call. A floor has its own lock; the number of people who still wait has another one.
 * Arguments: elevators, people.
 */
public class Elevator {
    static final int FLOORS = 3;

    /** A floor, where at most one person waits at a time. */
    static final class Floor {
        private boolean waiting;
        private int destination;

        synchronized void call(int destination) throws InterruptedException {
            while (waiting) {
                wait();
            }
            waiting = true;
            this.destination = destination;
        }

        /** Takes the person who waits here; where to, or -1. */
        synchronized int board() {
            if (!waiting) {
                return -1;
            }
            waiting = false;
            notifyAll();
            return destination;
        }
    }

    /** The building: its floors, and how many people are to come and on their way. */
    static final class Building {
        final Floor[] floors = new Floor[FLOORS];
        private int expected;
        private int delivered;
        private int calls;

        Building(int people) {
            expected = people;
            for (int floor = 0; floor < FLOORS; floor++) {
                floors[floor] = new Floor();
            }
        }

        synchronized void called() {
            calls++;
            notifyAll();
        }

        /** Whether there may be somebody to fetch; waits until it is known. */
        synchronized boolean claim() throws InterruptedException {
            while (calls == 0 && expected > 0) {
                wait();
            }
            if (calls == 0) {
                return false;
            }
            calls--;
            expected--;
            if (expected == 0) {
                notifyAll();
            }
            return true;
        }

        synchronized void arrived() {
            delivered++;
        }

        synchronized int delivered() {
            return delivered;
        }
    }

    /** One elevator: fetches whoever has called, floor by floor. */
    static final class Cabin extends Thread {
        private final Building building;
        private int floor;
        private int passenger = -1;
        private int travelled;

        Cabin(Building building, int floor) {
            this.building = building;
            this.floor = floor;
        }

        @Override
        public void run() {
            try {
                while (building.claim()) {
                    fetch();
                    deliver();
                }
            } catch (InterruptedException cause) {
                throw new IllegalStateException(cause);
            }
        }

        /** Looks on every floor; somebody waits on one of them. */
        private void fetch() {
            while (passenger < 0) {
                passenger = building.floors[floor].board();
                if (passenger < 0) {
                    floor = (floor + 1) % FLOORS;
                    travelled++;
                }
            }
        }

        private void deliver() {
            while (floor != passenger) {
                floor += floor < passenger ? 1 : -1;
                travelled++;
            }
            assert floor == passenger;
            passenger = -1;
            building.arrived();
        }
    }

    /** The people, one after the other. */
    static final class People extends Thread {
        private final Building building;
        private final int count;

        People(Building building, int count) {
            this.building = building;
            this.count = count;
        }

        @Override
        public void run() {
            try {
                for (int person = 0; person < count; person++) {
                    int from = person % FLOORS;
                    building.floors[from].call((from + 2) % FLOORS);
                    building.called();
                }
            } catch (InterruptedException cause) {
                throw new IllegalStateException(cause);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int elevators = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        Building building = new Building(count);
        Cabin[] cabins = new Cabin[elevators];
        for (int number = 0; number < elevators; number++) {
            cabins[number] = new Cabin(building, number % FLOORS);
            cabins[number].start();
        }
        People people = new People(building, count);
        people.start();
        people.join();
        for (Cabin cabin : cabins) {
            cabin.join();
        }
        assert building.delivered() == count : "everybody has arrived";
        System.out.println("delivered: " + building.delivered());
    }
}
