import type { Log, OnToolCall, Service } from "@toolwright/runtime";
import type { Metrics } from "./metrics.ts";

/**
 * Tells log and metrics of each call of a tool: who called what, how it ended and how long it took, never with what.
 * Calls of tools that write are the audit trail (`kind: "audit"`); they are told whatever came of them. What broke stands in
 * the same line, which is an error then: a call has one line.
 */
export function toolCallReporter({ tools }: Service, log: Log, metrics: Metrics): OnToolCall {
  const writing = new Set(tools.filter(({ mode }) => mode === "write").map(({ name }) => name));
  return (report) => {
    metrics.countToolCall(report);
    // Named one by one: spreading them behind others takes longer than writing the line.
    const { tool, requestId, account, token, outcome, ms } = report;
    const kind = writing.has(tool) ? "audit" : "access";
    const line = { event: "tool_call", kind, tool, requestId, account, token, outcome, ms };
    if (!("error" in report)) return log.info(line);
    log.error({ ...line, error: report.error });
    return "logged";
  };
}
