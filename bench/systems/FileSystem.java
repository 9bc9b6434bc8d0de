/**
 * A small file system: a disk of blocks, inodes, a directory, and clients that create, write, read and
 * remove files at the same time. An inode and its blocks are guarded by the inode's lock, the map of
 * free blocks by its own, names by the directory's. Locks are taken in this order: directory, inode,
 * map. Arguments: clients, operations of each.
 */
public class FileSystem {
    static final int BLOCKS = 6;
    static final int INODES = 3;
    static final int DIRECT = 2;
    static final int NONE = -1;

    /** The raw blocks; who may touch one is decided elsewhere. */
    static final class Disk {
        private final int[] blocks = new int[BLOCKS];

        int read(int block) {
            return blocks[block];
        }

        void write(int block, int value) {
            blocks[block] = value;
        }
    }

    /** Which blocks are free. */
    static final class FreeMap {
        private final boolean[] used = new boolean[BLOCKS];

        synchronized int allocate() {
            for (int block = 0; block < BLOCKS; block++) {
                if (!used[block]) {
                    used[block] = true;
                    return block;
                }
            }
            return NONE;
        }

        synchronized void release(int block) {
            assert used[block] : "a block is released once";
            used[block] = false;
        }

        synchronized int inUse() {
            int count = 0;
            for (boolean it : used) {
                if (it) {
                    count++;
                }
            }
            return count;
        }
    }

    /** A file: its blocks, in order. */
    static final class Inode {
        private final Disk disk;
        private final FreeMap free;
        private final int[] direct = new int[DIRECT];
        private int length;
        private boolean live;

        Inode(Disk disk, FreeMap free) {
            this.disk = disk;
            this.free = free;
        }

        synchronized boolean claim() {
            if (live) {
                return false;
            }
            live = true;
            length = 0;
            return true;
        }

        synchronized boolean append(int value) {
            if (!live || length == DIRECT) {
                return false;
            }
            int block = free.allocate();
            if (block == NONE) {
                return false;
            }
            disk.write(block, value);
            direct[length++] = block;
            return true;
        }

        synchronized int sum() {
            int sum = 0;
            for (int index = 0; index < length; index++) {
                sum += disk.read(direct[index]);
            }
            return sum;
        }

        synchronized void clear() {
            while (length > 0) {
                int block = direct[--length];
                disk.write(block, 0);
                free.release(block);
            }
            live = false;
        }

        synchronized int blocks() {
            return length;
        }
    }

    /** Names of files; a name is a small number. */
    static final class Directory {
        private final Inode[] inodes;
        private final int[] names = new int[INODES];
        private final boolean[] taken = new boolean[INODES];

        Directory(Inode[] inodes) {
            this.inodes = inodes;
        }

        synchronized Inode create(int name) {
            if (find(name) != NONE) {
                return null;
            }
            for (int index = 0; index < INODES; index++) {
                if (!taken[index] && inodes[index].claim()) {
                    taken[index] = true;
                    names[index] = name;
                    return inodes[index];
                }
            }
            return null;
        }

        synchronized Inode open(int name) {
            int index = find(name);
            return index == NONE ? null : inodes[index];
        }

        synchronized boolean remove(int name) {
            int index = find(name);
            if (index == NONE) {
                return false;
            }
            taken[index] = false;
            inodes[index].clear();
            return true;
        }

        private int find(int name) {
            for (int index = 0; index < INODES; index++) {
                if (taken[index] && names[index] == name) {
                    return index;
                }
            }
            return NONE;
        }
    }

    /** Works on a file of its own, and looks at that of its neighbour. */
    static final class Client extends Thread {
        private final Directory directory;
        private final int name;
        private final int neighbour;
        private final int operations;

        Client(Directory directory, int name, int neighbour, int operations) {
            this.directory = directory;
            this.name = name;
            this.neighbour = neighbour;
            this.operations = operations;
        }

        @Override
        public void run() {
            for (int round = 0; round < operations; round++) {
                Inode mine = directory.create(name);
                assert mine != null : "there is an inode for everybody";
                boolean written = mine.append(name + 1);
                assert written && mine.sum() == name + 1;
                Inode other = directory.open(neighbour);
                if (other != null) {
                    int sum = other.sum();
                    assert sum >= 0;
                }
                boolean removed = directory.remove(name);
                assert removed;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int operations = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Disk disk = new Disk();
        FreeMap free = new FreeMap();
        Inode[] inodes = new Inode[INODES];
        for (int index = 0; index < INODES; index++) {
            inodes[index] = new Inode(disk, free);
        }
        Directory directory = new Directory(inodes);
        Client[] clients = new Client[count];
        for (int name = 0; name < count; name++) {
            clients[name] = new Client(directory, name, (name + 1) % count, operations);
            clients[name].start();
        }
        for (Client client : clients) {
            client.join();
        }
        assert free.inUse() == 0 : "all blocks came back";
        System.out.println("blocks in use: " + free.inUse());
    }
}
