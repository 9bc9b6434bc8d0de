import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Order processing: clients run transactions (new order, payment, delivery, stock level) on a warehouse
 * with districts, customers and stock. Most objects are set up by a method that is called right after
 * the constructor, and never change from then on. Locks are taken in this order: district, stock item,
 * customer. Arguments: clients, transactions of each.
 */
public class Orders {
    static final int DISTRICTS = 2;
    static final int ITEMS = 2;
    static final int PRICE = 3;

    /** A good on sale; it does not change once it is set up. */
    static final class Item {
        private int id;
        private int price;
        private String name;

        void setUp(int id) {
            this.id = id;
            price = PRICE + id;
            name = "item " + id;
        }

        int id() {
            return id;
        }

        int price() {
            return price;
        }

        String name() {
            return name;
        }
    }

    /** How much of an item there is. */
    static final class Stock {
        private final Item item;
        private int quantity;

        Stock(Item item, int quantity) {
            this.item = item;
            this.quantity = quantity;
        }

        synchronized boolean take(int count) {
            if (quantity < count) {
                return false;
            }
            quantity -= count;
            return true;
        }

        synchronized int quantity() {
            return quantity;
        }
    }

    /** Somebody who pays. */
    static final class Customer {
        private int owes;

        synchronized void charge(int amount) {
            owes += amount;
        }

        synchronized int pay() {
            int paid = owes;
            owes = 0;
            return paid;
        }
    }

    /** An order that was taken, and not delivered yet. */
    static final class Order {
        final Item item;
        final int count;
        final Customer customer;

        Order(Item item, int count, Customer customer) {
            this.item = item;
            this.count = count;
            this.customer = customer;
        }

        int total() {
            return item.price() * count;
        }
    }

    /** Part of the warehouse, with the orders that it has to deliver. */
    static final class District {
        private final List<Order> open = new ArrayList<>();
        private int delivered;

        synchronized void add(Order order) {
            open.add(order);
        }

        synchronized Order oldest() {
            return open.isEmpty() ? null : open.remove(0);
        }

        synchronized void delivered(int total) {
            delivered += total;
        }

        synchronized int total() {
            int total = delivered;
            for (Order order : open) {
                total += order.total();
            }
            return total;
        }
    }

    /** All there is; set up before clients start. */
    static final class Warehouse {
        private final Map<Integer, Stock> stock = new HashMap<>();
        private final District[] districts = new District[DISTRICTS];
        private final Item[] items = new Item[ITEMS];
        private int income;

        void setUp(int quantity) {
            for (int id = 0; id < ITEMS; id++) {
                items[id] = new Item();
                items[id].setUp(id);
                stock.put(id, new Stock(items[id], quantity));
            }
            for (int number = 0; number < DISTRICTS; number++) {
                districts[number] = new District();
            }
        }

        boolean order(int district, int item, Customer customer) {
            Stock found = stock.get(item);
            if (!found.take(1)) {
                return false;
            }
            districts[district].add(new Order(items[item], 1, customer));
            return true;
        }

        boolean deliver(int district) {
            Order order = districts[district].oldest();
            if (order == null) {
                return false;
            }
            order.customer.charge(order.total());
            districts[district].delivered(order.total());
            return true;
        }

        synchronized void receive(int amount) {
            income += amount;
        }

        synchronized int income() {
            return income;
        }

        int sold() {
            int sold = 0;
            for (District district : districts) {
                sold += district.total();
            }
            return sold;
        }
    }

    /** Runs transactions for one customer. */
    static final class Client extends Thread {
        private final Warehouse warehouse;
        private final Customer customer = new Customer();
        private final int number;
        private final int transactions;

        Client(Warehouse warehouse, int number, int transactions) {
            this.warehouse = warehouse;
            this.number = number;
            this.transactions = transactions;
        }

        @Override
        public void run() {
            for (int round = 0; round < transactions; round++) {
                int district = (number + round) % DISTRICTS;
                boolean ordered = warehouse.order(district, number % ITEMS, customer);
                assert ordered : "there is enough for everybody";
                warehouse.deliver(district);
                warehouse.receive(customer.pay());
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int transactions = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Warehouse warehouse = new Warehouse();
        warehouse.setUp(count * transactions);
        Client[] clients = new Client[count];
        for (int number = 0; number < count; number++) {
            clients[number] = new Client(warehouse, number, transactions);
            clients[number].start();
        }
        int owed = 0;
        for (Client client : clients) {
            client.join();
            owed += client.customer.pay();
        }
        int sold = warehouse.sold();
        assert warehouse.income() + owed == sold : "what was delivered is paid or owed";
        System.out.println("sold: " + sold);
    }
}
