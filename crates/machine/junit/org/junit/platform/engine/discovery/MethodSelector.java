package org.junit.platform.engine.discovery;

import org.junit.platform.engine.DiscoverySelector;

public class MethodSelector implements DiscoverySelector {}
