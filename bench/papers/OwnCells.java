/** Each of args[0] threads locks and updates a cell of its own, args[1] times. All cells are made when a thread
 *  runs already, and stand in one array, where each thread looks for its own. */
public class OwnCells {
  static class Cell {
    private int value;
    private int changes;

    synchronized void add(int amount) {
      value = value + amount;
      changes = changes + 1;
    }
  }

  static class Worker implements Runnable {
    private Cell[] cells;
    private int index;
    private int rounds;

    Worker(Cell[] cells, int index, int rounds) {
      this.cells = cells;
      this.index = index;
      this.rounds = rounds;
    }

    @Override public void run() {
      Cell cell = cells[index];
      for (int i = 0; i < rounds; i++)
        cell.add(i);
    }
  }

  public static void main(String[] args) {
    int threads = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    new Thread(() -> {}).start();
    Cell[] cells = new Cell[threads];
    for (int i = 0; i < threads; i++)
      cells[i] = new Cell();
    for (int i = 0; i < threads; i++)
      new Thread(new Worker(cells, i, rounds)).start();
  }
}
