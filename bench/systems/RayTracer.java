/**
 * A ray tracer: threads render a scene of spheres, line by line, into one image. Lines are handed out
 * under a lock, pixels are written without one since each line has one thread, and sums are added up
 * behind a barrier. Arguments: threads, lines.
 */
public class RayTracer {
    static final int WIDTH = 3;
    static final int LIGHT = 10;

    /** A point or direction; it never changes. */
    static final class Vector {
        final int x;
        final int y;
        final int z;

        Vector(int x, int y, int z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        int dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }
    }

    /** A sphere of one shade. */
    static final class Sphere {
        final Vector centre;
        final int radius;
        final int shade;

        Sphere(Vector centre, int radius, int shade) {
            this.centre = centre;
            this.radius = radius;
            this.shade = shade;
        }

        /** How near the ray along z through this point meets the sphere; -1 if it does not. */
        int distance(Vector from) {
            Vector offset = from.minus(centre);
            int across = offset.x * offset.x + offset.y * offset.y;
            int inside = radius * radius - across;
            return inside < 0 ? -1 : centre.z - root(inside);
        }

        private static int root(int square) {
            int root = 0;
            while ((root + 1) * (root + 1) <= square) {
                root++;
            }
            return root;
        }
    }

    /** What is rendered; built before the threads start. */
    static final class Scene {
        private final Sphere[] spheres;

        Scene(Sphere... spheres) {
            this.spheres = spheres;
        }

        int shadeAt(Vector from) {
            int nearest = Integer.MAX_VALUE;
            int shade = 0;
            for (Sphere sphere : spheres) {
                int distance = sphere.distance(from);
                if (distance >= 0 && distance < nearest) {
                    nearest = distance;
                    shade = sphere.shade * LIGHT / (LIGHT + distance);
                }
            }
            return shade;
        }
    }

    /** The picture, and which of its lines are still to be done. */
    static final class Image {
        private final int[][] pixels;
        private int next;
        private long sum;

        Image(int lines) {
            pixels = new int[lines][WIDTH];
        }

        synchronized int claim() {
            return next < pixels.length ? next++ : -1;
        }

        void set(int line, int column, int shade) {
            pixels[line][column] = shade;
        }

        int get(int line, int column) {
            return pixels[line][column];
        }

        synchronized void add(long part) {
            sum += part;
        }

        synchronized long sum() {
            return sum;
        }
    }

    /** Where threads wait for each other. */
    static final class Barrier {
        private int missing;

        Barrier(int count) {
            missing = count;
        }

        synchronized void await() throws InterruptedException {
            missing--;
            if (missing == 0) {
                notifyAll();
            }
            while (missing > 0) {
                wait();
            }
        }
    }

    /** Renders lines while there are any, and then adds up every line but its own. */
    static final class Renderer extends Thread {
        private final Scene scene;
        private final Image image;
        private final Barrier barrier;
        private final int number;
        private final int count;

        Renderer(Scene scene, Image image, Barrier barrier, int number, int count) {
            this.scene = scene;
            this.image = image;
            this.barrier = barrier;
            this.number = number;
            this.count = count;
        }

        @Override
        public void run() {
            for (int line = image.claim(); line >= 0; line = image.claim()) {
                for (int column = 0; column < WIDTH; column++) {
                    image.set(line, column, scene.shadeAt(new Vector(column, line, 0)));
                }
            }
            try {
                barrier.await();
            } catch (InterruptedException cause) {
                throw new IllegalStateException(cause);
            }
            long part = 0;
            for (int line = number; line < image.pixels.length; line += count) {
                for (int column = 0; column < WIDTH; column++) {
                    part += image.get(line, column);
                }
            }
            image.add(part);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int lines = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        Scene scene = new Scene(
            new Sphere(new Vector(1, 1, 5), 2, 40), new Sphere(new Vector(2, 0, 3), 1, 90));
        Image image = new Image(lines);
        long expected = 0;
        for (int line = 0; line < lines; line++) {
            for (int column = 0; column < WIDTH; column++) {
                expected += scene.shadeAt(new Vector(column, line, 0));
            }
        }
        Barrier barrier = new Barrier(count);
        Renderer[] renderers = new Renderer[count];
        for (int number = 0; number < count; number++) {
            renderers[number] = new Renderer(scene, image, barrier, number, count);
            renderers[number].start();
        }
        for (Renderer renderer : renderers) {
            renderer.join();
        }
        assert image.sum() == expected : "every line is there, and counted once";
        System.out.println("sum: " + image.sum());
    }
}
