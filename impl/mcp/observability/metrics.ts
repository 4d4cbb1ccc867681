/** The metrics of the service, for Prometheus. */
import type { ToolCallReport } from "@toolwright/runtime";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { MILLIONTHS } from "../../ai/prices.ts";
import type { ModelCall } from "../../ai/usage.ts";
import type { JobReport } from "../../platform/jobs/worker.ts";
import { CallTally } from "./call-tally.ts";
import descriptions from "./metrics.json" with { type: "json" };

type MetricName = keyof typeof descriptions;

export interface Metrics {
  countToolCall(report: ToolCallReport): void;
  countRefusal(status: number): void;
  countJob(report: JobReport): void;
  countModelCall(call: ModelCall): void;
  /** Returns the metrics in the text format of Prometheus. */
  written(): Promise<string>;
  readonly contentType: string;
}

/** Bounds in seconds, from the duration of a read to the longest duration of a model. */
const durations = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45,
];

/** Metrics of this process. No label contains an account, because that would make a series for each one. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name: MetricName) => new Counter({ ...describe(name), registers });
  const histogram = (name: MetricName, buckets: number[]) =>
    new Histogram({ ...describe(name), buckets, registers });
  const calls = new CallTally(durations);
  const refusals = counter("http_refusals_total");
  const jobs = counter("job_attempts_total");
  const jobSeconds = histogram("job_attempt_duration_seconds", [...durations, 90, 120, 300]);
  const modelCalls = counter("model_calls_total");
  const modelTokens = counter("model_tokens_total");
  const modelCost = counter("model_cost_total");
  return {
    countToolCall: (report) => calls.add(report),
    // The set of statuses is fixed, which bounds the number of series.
    countRefusal: (status) => refusals.inc({ status }),
    countJob({ kind, outcome, ms }) {
      jobs.inc({ kind, outcome });
      jobSeconds.observe({ kind }, ms / 1000);
    },
    countModelCall({ purpose, outcome, inputTokens = 0, outputTokens = 0, cost = 0 }) {
      modelCalls.inc({ purpose, outcome });
      modelTokens.inc({ purpose, direction: "input" }, inputTokens);
      modelTokens.inc({ purpose, direction: "output" }, outputTokens);
      modelCost.inc({ purpose }, cost / MILLIONTHS);
    },
    written: async () =>
      calls.printTally(describe("tool_calls_total"), describe("tool_call_duration_seconds")) +
      (await registry.metrics()),
    contentType: registry.contentType,
  };
}

function describe(name: MetricName) {
  const { help, labels } = descriptions[name];
  return { name, help, labelNames: labels };
}
