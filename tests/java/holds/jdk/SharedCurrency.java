import java.util.Currency;

/** Currencies are kept in a table of the library. */
class SharedCurrency {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        Currency euro = Currency.getInstance("EUR");
        assert euro.getDefaultFractionDigits() == 2 && euro.getCurrencyCode().equals("EUR");
    }
}
