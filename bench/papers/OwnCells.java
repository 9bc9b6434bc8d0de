/** Each of args[0] threads locks and updates cells of its own, args[1] times. All cells but the first are made
 *  when threads run already, and main keeps none of them. */
public class OwnCells {
  static class Cell {
    private int value;
    private int changes;

    synchronized void add(int amount) {
      value = value + amount;
      changes = changes + 1;
    }
  }

  static class Worker extends Thread {
    private final Cell cell;
    private final int rounds;

    Worker(Cell cell, int rounds) {
      this.cell = cell;
      this.rounds = rounds;
    }

    @Override public void run() {
      for (int i = 0; i < rounds; i++)
        cell.add(i);
    }
  }

  public static void main(String[] args) {
    int threads = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    for (int i = 0; i < threads; i++)
      new Worker(new Cell(), rounds).start();
  }
}
