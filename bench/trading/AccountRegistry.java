package trading;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All accounts: the house (which makes the market), the fee account, and one per trader. Built
 * before any thread starts and never changed, so the registry itself needs no lock.
 */
final class AccountRegistry {
    private final Account house;
    private final Account fees;
    private final List<Account> traders;
    private final List<Account> all;

    AccountRegistry(Config config, Catalog catalog) {
        int instruments = catalog.size();
        long cash = config.startingCash(catalog);
        long shares = config.startingShares();
        List<Account> list = new ArrayList<>();
        fees = new Account(0, "fees", instruments, 0, 0);
        list.add(fees);
        house = new Account(1, "house", instruments, cash * config.traders(), shares * config.traders());
        list.add(house);
        List<Account> owners = new ArrayList<>();
        for (int trader = 0; trader < config.traders(); trader++) {
            Account account = new Account(2 + trader, "trader-" + trader, instruments, cash, shares);
            owners.add(account);
            list.add(account);
        }
        traders = Collections.unmodifiableList(owners);
        all = Collections.unmodifiableList(list);
    }

    Account house() {
        return house;
    }

    Account fees() {
        return fees;
    }

    Account trader(int number) {
        return traders.get(number);
    }

    List<Account> all() {
        return all;
    }

    /** The money in all accounts. Each account is looked at by itself: meaningful at rest. */
    long totalCash() {
        long sum = 0;
        for (Account account : all) {
            sum += account.totalCash();
        }
        return sum;
    }

    /** The shares of an instrument in all accounts; meaningful at rest. */
    long totalShares(Instrument instrument) {
        long sum = 0;
        for (Account account : all) {
            sum += account.totalShares(instrument);
        }
        return sum;
    }
}
