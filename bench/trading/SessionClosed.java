package trading;

/** A trader has logged out. */
record SessionClosed(String owner, long requests) implements Event {
    @Override
    public String text() {
        return owner + " logs out after " + requests + " requests";
    }
}
