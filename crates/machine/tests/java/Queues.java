import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*;
public class Queues {
  static void q(BlockingQueue<Integer> q) throws Exception { Thread p = new Thread(() -> { try { for (int i=0;i<5;i++) q.put(i); } catch (InterruptedException e) {} }); p.start(); int s=0; for (int i=0;i<5;i++) s+=q.take(); p.join(); System.out.println(q.getClass().getSimpleName()+" "+s); }
  static class D implements Delayed { final int v; final long at = System.nanoTime()+1000000; D(int v){this.v=v;} public long getDelay(TimeUnit u){ return u.convert(at-System.nanoTime(), TimeUnit.NANOSECONDS);} public int compareTo(Delayed o){ return Integer.compare(v, ((D)o).v);} }
  public static void main(String[] a) throws Exception {
    q(new ArrayBlockingQueue<>(2)); q(new LinkedBlockingQueue<>(2)); q(new LinkedBlockingDeque<>(2)); q(new PriorityBlockingQueue<>()); q(new SynchronousQueue<>()); q(new LinkedTransferQueue<>()); q(new SynchronousQueue<>(true));
    DelayQueue<D> dq = new DelayQueue<>(); dq.add(new D(3)); System.out.println(dq.take().v);
    ConcurrentLinkedQueue<Integer> clq = new ConcurrentLinkedQueue<>(List.of(1,2,3)); System.out.println(clq.poll()+clq.size()); ConcurrentLinkedDeque<Integer> cld = new ConcurrentLinkedDeque<>(List.of(1,2)); System.out.println(cld.pollLast());
    CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(3,1,2)); for (int x : cow) cow.add(x); System.out.println(cow);
    ConcurrentSkipListMap<Integer,String> sk = new ConcurrentSkipListMap<>(); for (int i=0;i<10;i++) sk.put(i*7%10, "v"+i); System.out.println(sk); System.out.println(sk.headMap(4).size());
    Timer tm = new Timer(true); CountDownLatch l = new CountDownLatch(2); tm.schedule(new TimerTask(){ public void run(){ l.countDown(); } }, 1, 1); l.await(); tm.cancel(); System.out.println("timer");
    ThreadLocal<Integer> tl = ThreadLocal.withInitial(() -> 7); tl.set(tl.get()+1); Thread t = new Thread(() -> System.out.println("tl " + tl.get())); t.start(); t.join(); System.out.println(tl.get());
    InheritableThreadLocal<String> itl = new InheritableThreadLocal<>(); itl.set("in"); t = new Thread(() -> System.out.println(itl.get())); t.start(); t.join();
    Thread sl = new Thread(() -> { try { Thread.sleep(100000); } catch (InterruptedException e) { System.out.println("int " + Thread.currentThread().isInterrupted()); } }); sl.start(); sl.interrupt(); sl.join();
    Thread pk = new Thread(() -> { LockSupport.park(); System.out.println("unparked"); }); pk.start(); LockSupport.unpark(pk); pk.join();
    LockSupport.parkNanos(1000); System.out.println("timed");
    System.out.println(IntStream.range(0, 100).parallel().sum()); System.out.println(Stream.of(5,3,1).parallel().map(x -> x*2).sorted().collect(Collectors.toList()));
    Thread ue = new Thread(() -> { throw new RuntimeException("boo"); }); ue.setUncaughtExceptionHandler((th, e) -> System.out.println("handler " + e.getMessage())); ue.start(); ue.join();
    ExecutorService es = Executors.newCachedThreadPool(); Future<?> f = es.submit(() -> { throw new IllegalStateException("inner"); }); try { f.get(); } catch (ExecutionException e) { System.out.println(e.getCause()); } es.shutdown();
    es = Executors.newSingleThreadExecutor(); CompletionService<Integer> cs = new ExecutorCompletionService<>(es); cs.submit(() -> 5); System.out.println(cs.take().get()); es.shutdown();
    es = Executors.newWorkStealingPool(2); System.out.println(es.submit(() -> "ws").get()); es.shutdown();
    CompletableFuture<String> x = new CompletableFuture<>(); new Thread(() -> x.complete("done")).start(); System.out.println(x.get(10, TimeUnit.SECONDS)); try { new CompletableFuture<String>().get(5, TimeUnit.MILLISECONDS); } catch (TimeoutException e) { System.out.println("timeout"); }
    System.out.println(CompletableFuture.supplyAsync(() -> { if (true) throw new RuntimeException("cf"); return 1; }).exceptionally(e -> -1).join());
    System.out.println(new CompletableFuture<Integer>().orTimeout(3, TimeUnit.MILLISECONDS).handle((v, e) -> e.getClass().getSimpleName()).join());
    Object lock = new Object(); synchronized (lock) { lock.wait(5); } System.out.println("waited");
    System.out.println(Thread.currentThread().getState() + " " + new Thread().getState() + " " + pk.getState());
    ThreadGroup g = new ThreadGroup("g"); Thread gt = new Thread(g, () -> {}, "gt"); gt.start(); gt.join(); System.out.println(g.getName() + gt.getName() + g.activeCount());
    System.out.println(Thread.currentThread()); 
    FutureTask<Integer> ft = new FutureTask<>(() -> 9); new Thread(ft).start(); System.out.println(ft.get());
    SubmissionPublisher<Integer> pub = new SubmissionPublisher<>(); pub.close(); System.out.println("pub");
    StackTraceElement[] st = Thread.currentThread().getStackTrace(); System.out.println(st[1].getMethodName());
    Thread v = new Thread(() -> System.exit(3)); System.out.println("before exit"); v.start(); v.join(); System.out.println("never");
  }
}
