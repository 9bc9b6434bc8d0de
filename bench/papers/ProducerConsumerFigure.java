/** Figure 1 of Corbett's paper as printed, but for the lines that it prints; args[0] = the number of consumers. */
public class ProducerConsumerFigure {
  static class IntBuffer {
    protected int[] data;
    protected int count = 0;
    protected int front = 0;

    IntBuffer(int capacity) { data = new int[capacity]; }

    void put(int x) throws InterruptedException {
      synchronized (this) {
        while (count == data.length)
          wait();
        data[(front + count) % data.length] = x;
        count = count + 1;
        if (count == 1)
          notifyAll();
      }
    }

    int get() throws InterruptedException {
      synchronized (this) {
        while (count == 0)
          wait();
        int x = data[front];
        front = (front + 1) % data.length;
        count = count - 1;
        if (count == data.length - 1)
          notifyAll();
        return x;
      }
    }
  }

  static class Producer implements Runnable {
    protected int next = 0;
    protected IntBuffer buf;

    Producer(IntBuffer b) { buf = b; }

    @Override public void run() {
      try {
        while (true)
          buf.put(next);
      } catch (InterruptedException e) {
        throw new RuntimeException(e);
      }
    }
  }

  static class Consumer implements Runnable {
    protected IntBuffer buf;

    Consumer(IntBuffer b) { buf = b; }

    @Override public void run() {
      try {
        while (true) {
          int x = buf.get();
        }
      } catch (InterruptedException e) {
        throw new RuntimeException(e);
      }
    }
  }

  public static void main(String[] args) {
    int consumers = Integer.parseInt(args[0]);
    IntBuffer buf = new IntBuffer(2);
    new Thread(new Producer(buf)).start();
    for (int i = 0; i < consumers; i++)
      new Thread(new Consumer(buf)).start();
  }
}
