package org.slf4j;

public interface Marker {}
