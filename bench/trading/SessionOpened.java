package trading;

/** A trader has logged in. */
record SessionOpened(String owner) implements Event {
    @Override
    public String text() {
        return owner + " logs in";
    }
}
