package org.junit.platform.engine.reporting;

public class ReportEntry {}
