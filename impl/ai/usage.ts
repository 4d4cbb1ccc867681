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

/** The model, whose calls are added to `counted`. */
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
      return recordCall(recorder, accountId, call, signal, async () => {
        const answer = await model.answer(conversation, signal);
        const { inputTokens, outputTokens } = answer;
        const cost = computeCost(recorder.prices.get(model.name), inputTokens, outputTokens);
        return { made: answer, took: { inputTokens, outputTokens, cost } };
      });
    },
  };
}

/** The image model, with each of its calls recorded for the account that caused it. */
export function recordedImages(model: ImageModel, accountId: string, recorder: UsageRecorder): ImageModel {
  return {
    name: model.name,
    async draw(description, signal) {
      const call = { model: model.name, purpose: "illustrate_lesson" } as const;
      const took = { cost: imageCost(recorder.prices.get(model.name)) };
      const draw = async () => ({ made: await model.draw(description, signal), took });
      return recordCall(recorder, accountId, call, signal, draw, (reason) =>
        UNUSABLE_PICTURE.has(reason) ? took : {},
      );
    },
  };
}

interface Measured<Made> {
  readonly made: Made;
  readonly took: Partial<Pick<ModelCall, "inputTokens" | "outputTokens" | "cost">>;
}

async function recordCall<Made>(
  recorder: UsageRecorder,
  accountId: string,
  call: Pick<ModelCall, "model" | "purpose">,
  signal: AbortSignal,
  run: () => Promise<Measured<Made>>,
  tookOnFailure: (reason: string) => Measured<Made>["took"] = () => ({}),
): Promise<Made> {
  const startedAt = performance.now();
  const record = (outcome: string, took: Measured<Made>["took"] = {}) => {
    const ms = Math.round(performance.now() - startedAt);
    const unknown = { inputTokens: undefined, outputTokens: undefined, cost: undefined };
    return store(recorder, accountId, { ...call, outcome, ...unknown, ...took, ms });
  };
  try {
    const { made, took } = await run();
    await record("ok", took);
    return made;
  } catch (error) {
    const aborted = signal.aborted ? "cancelled" : "error";
    const outcome = error instanceof ModelFailure ? error.reason : aborted;
    await record(outcome, tookOnFailure(outcome));
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
