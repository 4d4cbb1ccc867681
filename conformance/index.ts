/** `@toolwright/conformance`: the suite as a function, and as tests of a project's own test runner. */
export { runSuite, type SuiteOptions } from "./run/suite.ts";
export { type ConformanceTests, conformanceTests } from "./runner/conformance-tests.ts";
