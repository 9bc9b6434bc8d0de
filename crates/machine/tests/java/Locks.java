import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*;
public class Locks {
  static int n;
  public static void main(String[] a) throws Exception {
    ReentrantLock l = new ReentrantLock(); Condition c = l.newCondition(); boolean[] ready = {false};
    Thread t = new Thread(() -> { l.lock(); try { while(!ready[0]) c.awaitUninterruptibly(); n++; } finally { l.unlock(); } });
    t.start(); l.lock(); try { ready[0]=true; c.signalAll(); } finally { l.unlock(); } t.join(); System.out.println("n="+n);
    ReentrantReadWriteLock rw = new ReentrantReadWriteLock(); rw.readLock().lock(); rw.readLock().unlock(); rw.writeLock().lock(); rw.writeLock().unlock(); System.out.println(rw.isWriteLocked());
    StampedLock sl = new StampedLock(); long s = sl.tryOptimisticRead(); System.out.println(sl.validate(s)); s = sl.writeLock(); sl.unlockWrite(s); s=sl.readLock(); sl.unlockRead(s);
    Semaphore sem = new Semaphore(1); sem.acquire(); Thread st = new Thread(() -> { sem.acquireUninterruptibly(); n=10; sem.release(); }); st.start(); sem.release(); st.join(); System.out.println(n);
    CountDownLatch cdl = new CountDownLatch(2); for (int i=0;i<2;i++) new Thread(cdl::countDown).start(); cdl.await(); System.out.println("latched");
    CyclicBarrier cb = new CyclicBarrier(2, () -> System.out.println("barrier")); Thread bt = new Thread(() -> { try { cb.await(); } catch (Exception e) { System.out.println(e); } }); bt.start(); cb.await(); bt.join();
    Phaser ph = new Phaser(1); Thread pt = new Thread(() -> { ph.register(); ph.arriveAndDeregister(); }); pt.start(); pt.join(); System.out.println("phase " + ph.arrive());
    Exchanger<String> ex = new Exchanger<>(); String[] got = new String[1]; Thread et = new Thread(() -> { try { got[0] = ex.exchange("x"); } catch (InterruptedException e) {} }); et.start(); System.out.println(ex.exchange("y")); et.join(); System.out.println(got[0]);
    ExecutorService es = Executors.newFixedThreadPool(2); Future<Integer> f = es.submit(() -> 42); System.out.println(f.get()); List<Future<Integer>> fs = es.invokeAll(List.of(() -> 1, () -> 2, () -> 3)); int sum=0; for (Future<Integer> q : fs) sum += q.get(); System.out.println(sum); es.shutdown(); System.out.println(es.awaitTermination(1, TimeUnit.SECONDS));
    ScheduledExecutorService ses = Executors.newScheduledThreadPool(1); ScheduledFuture<String> sf = ses.schedule(() -> "later", 10, TimeUnit.MILLISECONDS); System.out.println(sf.get()); ses.shutdownNow(); 
    CompletableFuture<Integer> cf = CompletableFuture.supplyAsync(() -> 20).thenApply(x -> x + 1).thenCombine(CompletableFuture.supplyAsync(() -> 2), (x, y) -> x * y); System.out.println(cf.get()); System.out.println(CompletableFuture.allOf(cf).thenApply(v -> "all").join());
    ForkJoinPool p = new ForkJoinPool(2); System.out.println(p.invoke(new Fib(10))); p.shutdown();
    ConcurrentHashMap<String,Integer> m = new ConcurrentHashMap<>(); Thread[] ts = new Thread[3]; for (int i=0;i<3;i++) { ts[i] = new Thread(() -> { for (int k=0;k<20;k++) m.merge("k"+(k%5), 1, Integer::sum); }); ts[i].start(); } for (Thread x : ts) x.join(); System.out.println(new TreeMap<>(m));
    AtomicInteger ai = new AtomicInteger(); LongAdder la = new LongAdder(); for (int i=0;i<3;i++) { ts[i] = new Thread(() -> { for (int k=0;k<10;k++) { ai.incrementAndGet(); la.increment(); } }); ts[i].start(); } for (Thread x : ts) x.join(); System.out.println(ai + " " + la);
    AtomicIntegerFieldUpdater<Box> u = AtomicIntegerFieldUpdater.newUpdater(Box.class, "v"); Box bx = new Box(); u.addAndGet(bx, 5); System.out.println(bx.v);
    AtomicReferenceFieldUpdater<Box,String> ru = AtomicReferenceFieldUpdater.newUpdater(Box.class, String.class, "s"); System.out.println(ru.compareAndSet(bx, null, "set") + bx.s);
    AtomicIntegerArray arr = new AtomicIntegerArray(3); arr.incrementAndGet(1); System.out.println(arr);
    AtomicStampedReference<String> asr = new AtomicStampedReference<>("a", 0); System.out.println(asr.compareAndSet("a", "b", 0, 1) + asr.getReference() + asr.getStamp());
    AtomicBoolean ab = new AtomicBoolean(); System.out.println(ab.getAndSet(true) + " " + ab.get());
    LongAccumulator lac = new LongAccumulator(Long::max, 0); lac.accumulate(7); System.out.println(lac.get());
  }
  static class Box { volatile int v; volatile String s; }
  static class Fib extends RecursiveTask<Integer> { final int n; Fib(int n){this.n=n;} protected Integer compute() { if (n<2) return n; Fib f=new Fib(n-1); f.fork(); return new Fib(n-2).compute()+f.join(); } }
}
