/** The metrics of the service, for Prometheus. */
import type { ToolCallReport } from "@toolwright/runtime";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { MILLIONTHS } from "../../ai/prices.ts";
import type { ModelCall } from "../../ai/usage.ts";
import type { JobReport } from "../../platform/jobs/worker.ts";

export interface Metrics {
  countToolCall(report: ToolCallReport): void;
  countRefusal(status: number): void;
  countJob(report: JobReport): void;
  countModelCall(call: ModelCall): void;
  /** In the text format of Prometheus. */
  written(): Promise<string>;
  readonly contentType: string;
}

/** Seconds. From what a read takes to what a model may take. */
const durations = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45,
];

/** Metrics of this process. No label contains an account, because that would make a series for each one. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const calls = new Counter({
    name: "tool_calls_total",
    help: "Calls of tools that have ended, by how: ok, cancelled or the code of a failure.",
    labelNames: ["tool", "outcome"],
    registers,
  });
  const seconds = new Histogram({
    name: "tool_call_duration_seconds",
    help: "How long calls of tools took, from their arrival to their answer.",
    labelNames: ["tool"],
    buckets: durations,
    registers,
  });
  const refusals = new Counter({
    name: "http_refusals_total",
    help: "Requests that the server itself refused, by HTTP status; pages answer for themselves.",
    labelNames: ["status"],
    registers,
  });
  const jobs = new Counter({
    name: "job_attempts_total",
    help: "Attempts of a step of a job that have ended, by how: done, retried, failed, released or lost.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const jobSeconds = new Histogram({
    name: "job_attempt_duration_seconds",
    help: "How long attempts of a step of a job took.",
    labelNames: ["kind"],
    buckets: [...durations, 90, 120, 300],
    registers,
  });
  const modelCalls = new Counter({
    name: "model_calls_total",
    help: "Calls of language models that have ended, by how: ok, cancelled or the reason of a failure.",
    labelNames: ["purpose", "outcome"],
    registers,
  });
  const modelTokens = new Counter({
    name: "model_tokens_total",
    help: "Tokens of language models, as their providers counted them.",
    labelNames: ["purpose", "direction"],
    registers,
  });
  const modelCost = new Counter({
    name: "model_cost_total",
    help: "What calls of language models cost by AI_PRICES, in the currency of that table.",
    labelNames: ["purpose"],
    registers,
  });
  return {
    countToolCall({ tool, outcome, ms }) {
      calls.inc({ tool, outcome });
      seconds.observe({ tool }, ms / 1000);
    },
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
    written: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
