/** `@toolwright/conformance`: the suite as a function. */
export { runSuite, type SuiteOptions } from "./run/suite.ts";
