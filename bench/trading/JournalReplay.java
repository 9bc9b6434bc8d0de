package trading;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Rebuilds all accounts from the journal alone, as a restart would. Used by main after the day's
 * end.
 */
final class JournalReplay {
    private final long[] cash;
    private final long[][] shares;
    private final Set<Long> trades = new HashSet<>();
    private int checksum = 1;

    JournalReplay(int accounts, int instruments) {
        this.cash = new long[accounts];
        this.shares = new long[accounts][instruments];
    }

    void replay(List<String> lines, int feeAccount) {
        for (String line : lines) {
            String[] fields = verify(line).split("\\|");
            switch (fields[0]) {
                case "D" -> deposit(fields);
                case "T" -> trade(fields, feeAccount);
                default -> throw new IllegalStateException("unknown line " + line);
            }
        }
    }

    private String verify(String line) {
        int end = line.lastIndexOf('|');
        String content = line.substring(0, end);
        checksum = Journal.chain(checksum, content);
        if (!Integer.toHexString(checksum).equals(line.substring(end + 1))) {
            throw new IllegalStateException("the journal is damaged at " + line);
        }
        return content;
    }

    private void deposit(String[] fields) {
        int account = Integer.parseInt(fields[1]);
        cash[account] += Long.parseLong(fields[2]);
        for (int index = 0; index < shares[account].length; index++) {
            shares[account][index] += Long.parseLong(fields[3 + index]);
        }
    }

    private void trade(String[] fields, int feeAccount) {
        if (!trades.add(Long.parseLong(fields[1]))) {
            throw new IllegalStateException("trade " + fields[1] + " was settled twice");
        }
        int instrument = Integer.parseInt(fields[2]);
        int buyer = Integer.parseInt(fields[3]);
        int seller = Integer.parseInt(fields[4]);
        int quantity = Integer.parseInt(fields[5]);
        long amount = quantity * Long.parseLong(fields[6]);
        long fee = FeeSchedule.of(quantity);
        cash[buyer] -= amount + fee;
        cash[seller] += amount - fee;
        cash[feeAccount] += 2 * fee;
        shares[buyer][instrument] += quantity;
        shares[seller][instrument] -= quantity;
    }

    long cash(int account) {
        return cash[account];
    }

    long shares(int account, int instrument) {
        return shares[account][instrument];
    }

    int trades() {
        return trades.size();
    }
}
