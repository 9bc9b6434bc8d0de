/** Corbett's producer and consumer (figure 1): a bounded buffer, one thread on each side. */
public class Buffering {
  static class IntBuffer {
    protected int[] data;
    protected int count = 0;
    protected int front = 0;

    IntBuffer(int capacity) {
      data = new int[capacity];
    }

    void put(int x) throws InterruptedException {
      synchronized (this) {
        while (count == data.length) wait();
        data[(front + count) % data.length] = x;
        count = count + 1;
        if (count == 1) notifyAll();
      }
    }

    int get() throws InterruptedException {
      synchronized (this) {
        while (count == 0) wait();
        int x = data[front];
        front = (front + 1) % data.length;
        count = count - 1;
        if (count == data.length - 1) notifyAll();
        return x;
      }
    }
  }

  static class Producer implements Runnable {
    protected int next = 0;
    protected IntBuffer buf;

    Producer(IntBuffer b) {
      buf = b;
    }

    public void run() {
      try {
        while (true) {
          System.out.println("Put " + next);
          buf.put(next);
          next = (next + 1) % 2;
        }
      } catch (InterruptedException e) {
        throw new RuntimeException(e);
      }
    }
  }

  static class Consumer implements Runnable {
    protected IntBuffer buf;

    Consumer(IntBuffer b) {
      buf = b;
    }

    public void run() {
      try {
        while (true) {
          int x = buf.get();
          System.out.println("Get " + x);
        }
      } catch (InterruptedException e) {
        throw new RuntimeException(e);
      }
    }
  }

  public static void main(String[] args) {
    IntBuffer buf = new IntBuffer(2);
    new Thread(new Producer(buf)).start();
    new Thread(new Consumer(buf)).start();
  }
}
