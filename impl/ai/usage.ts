/** Records what each call of a model took: tokens, money and time. */
import type { Log } from "@toolwright/runtime";
import { newId } from "../platform/ids.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Clock } from "../platform/time/clock.ts";
import { type ImageModel, UNUSABLE_PICTURE } from "./image-model.ts";
import { type LanguageModel, ModelFailure, type Purpose } from "./language-model.ts";
import { computeCost, imageCost, type Prices } from "./prices.ts";

/** A finished call of a model. */
export interface ModelCall {
  readonly purpose: Purpose;
  readonly model: string;
  /** `ok`, the reason of a failure, or `cancelled`. */
  readonly outcome: string;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** The cost in millionths of the operator's currency; undefined without a price. */
  readonly cost: number | undefined;
  readonly ms: number;
}

export interface UsageRecorder {
  readonly db: Queries;
  readonly clock: Clock;
  readonly prices: Prices;
  readonly log: Log;
  /** Called for metrics. */
  readonly onCall: (call: ModelCall) => void;
}

/** The totals of a model's calls. */
export interface CountedCalls {
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

/** Returns the model with a counter: each call adds to `counted`. */
export function countingCalls(model: LanguageModel, counted: CountedCalls): LanguageModel {
  return {
    name: model.name,
    async answer(conversation, signal) {
      counted.requests += 1;
      const answer = await model.answer(conversation, signal);
      counted.inputTokens += answer.inputTokens ?? 0;
      counted.outputTokens += answer.outputTokens ?? 0;
      return answer;
    },
  };
}

/** The model, with each of its calls recorded for the account that caused it. */
export function recordUsage(model: LanguageModel, accountId: string, recorder: UsageRecorder): LanguageModel {
  return {
    name: model.name,
    async answer(conversation, signal) {
      const call = { model: model.name, purpose: conversation.purpose };
      const run = async () => {
        const answer = await model.answer(conversation, signal);
        const { inputTokens, outputTokens } = answer;
        const cost = computeCost(recorder.prices.get(model.name), inputTokens, outputTokens);
        return { output: answer, usage: { inputTokens, outputTokens, cost } };
      };
      return runRecorded(recorder, accountId, { ...call, signal, run });
    },
  };
}

/** The image model, with each of its calls recorded for the account that caused it. */
export function recordedImages(model: ImageModel, accountId: string, recorder: UsageRecorder): ImageModel {
  return {
    name: model.name,
    async draw(description, signal) {
      const call = { model: model.name, purpose: "illustrate_lesson" } as const;
      const usage = { cost: imageCost(recorder.prices.get(model.name)) };
      const run = async () => ({ output: await model.draw(description, signal), usage });
      const usageOfFailure = (reason: string) => (UNUSABLE_PICTURE.has(reason) ? usage : {});
      return runRecorded(recorder, accountId, { ...call, signal, run, usageOfFailure });
    },
  };
}

type Usage = Partial<Pick<ModelCall, "inputTokens" | "outputTokens" | "cost">>;

/** A call that is recorded when it ends. */
interface RecordedCall<Output> extends Pick<ModelCall, "model" | "purpose"> {
  readonly signal: AbortSignal;
  run(): Promise<{ readonly output: Output; readonly usage: Usage }>;
  /** Returns what a failed call used, such as the cost of a picture that is not usable; nothing by default. */
  usageOfFailure?(reason: string): Usage;
}

/** Runs a call, and records it whether it succeeds or fails. @throws what `run` throws */
async function runRecorded<Output>(
  recorder: UsageRecorder,
  accountId: string,
  { model, purpose, signal, run, usageOfFailure }: RecordedCall<Output>,
): Promise<Output> {
  const startedAt = performance.now();
  const record = (outcome: string, usage: Usage = {}) => {
    const ms = Math.round(performance.now() - startedAt);
    const unknown = { inputTokens: undefined, outputTokens: undefined, cost: undefined };
    return store(recorder, accountId, { model, purpose, outcome, ...unknown, ...usage, ms });
  };
  try {
    const { output, usage } = await run();
    await record("ok", usage);
    return output;
  } catch (error) {
    const otherFailure = signal.aborted ? "cancelled" : "error";
    const outcome = error instanceof ModelFailure ? error.reason : otherFailure;
    await record(outcome, usageOfFailure?.(outcome));
    throw error;
  }
}

/** Describes a failed call for the log, with advice if only the operator can solve the problem. */
function failedCall({ model, purpose, outcome }: ModelCall): object {
  if (outcome !== "http_401" && outcome !== "http_403") return { model, purpose, outcome };
  const key = purpose === "illustrate_lesson" ? "AI_IMAGE_API_KEY" : "AI_API_KEY";
  const advice = `the endpoint does not accept ${key}: set it to a key that may use ${model}, and restart`;
  return { model, purpose, outcome, advice };
}

/** A call that cannot be recorded has still been made, so its answer counts. */
async function store(
  { db, clock, log, onCall }: UsageRecorder,
  accountId: string,
  call: ModelCall,
): Promise<void> {
  onCall(call);
  if (call.outcome !== "ok") log.warn({ event: "model_call_failed", ...failedCall(call) });
  try {
    await db
      .insertInto("model_calls")
      .values({
        id: newId("mdl"),
        account_id: accountId,
        purpose: call.purpose,
        model: call.model,
        outcome: call.outcome,
        input_tokens: call.inputTokens ?? null,
        output_tokens: call.outputTokens ?? null,
        cost: call.cost ?? null,
        ms: call.ms,
        created_at: clock().toISOString(),
      })
      .execute();
  } catch (error) {
    log.error({ event: "model_call_not_recorded", error });
  }
}
