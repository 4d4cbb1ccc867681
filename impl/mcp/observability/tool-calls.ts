import type { Log, OnToolCall, Service } from "@toolwright/runtime";
import type { Metrics } from "./metrics.ts";

/**
 * Logs and counts each call of a tool: who called which tool, how it ended and how long it took, never its arguments.
 * Calls of writing tools are the audit trail (`kind: "audit"`) and are logged whatever their outcome. Each call has
 * one line; if it failed by a bug, the line has level error and contains the error.
 */
export function toolCallReporter({ tools }: Service, log: Log, metrics: Metrics): OnToolCall {
  const writing = new Set(tools.filter(({ mode }) => mode === "write").map(({ name }) => name));
  return (report) => {
    metrics.countToolCall(report);
    // Listed one by one, because a spread takes longer than writing the line.
    const { tool, requestId, account, token, outcome, ms } = report;
    const kind = writing.has(tool) ? "audit" : "access";
    const line = { event: "tool_call", kind, tool, requestId, account, token, outcome, ms };
    if (!("error" in report)) return log.info(line);
    log.error({ ...line, error: report.error });
    return "logged";
  };
}
