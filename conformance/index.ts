/** `@toolwright/conformance`: the suite as a function, and as tests of a project's own test runner. */
export type { Accepted, ReportedResult, WrongEntry } from "./results/accepted.ts";
export type { Coverage, Drawn, Report, Since, ToolTime, UnseenOutput } from "./results/report.ts";
export type * from "./results/run-log.ts";
export {
  type Cause,
  causes,
  type Evidence,
  type Failed,
  type Held,
  type Inapplicable,
  type Kind,
  kinds,
  type Result,
  type Subject,
  type Unverified,
  type Verdict,
} from "./results/verdict.ts";
export { type ConformanceTests, conformanceTests } from "./runner/conformance-tests.ts";
export { type RunObserver, testServer } from "./runner/test-server.ts";
export type { Answer } from "./wire/answer.ts";
export type { Exchange } from "./wire/client.ts";
export type { Broken, Reply } from "./wire/reply.ts";
export type { WireRequest } from "./wire/transport.ts";
