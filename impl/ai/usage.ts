/** Records what each call of a language model took: tokens, money and time. */
import type { Log } from "@toolwright/runtime";
import { newId } from "../ids/ids.ts";
import type { Queries } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";
import { type LanguageModel, ModelFailure, type Purpose } from "./language-model.ts";
import { costOf, type Prices } from "./prices.ts";

/** One call of a model that has ended. */
export interface ModelCall {
  readonly purpose: Purpose;
  readonly model: string;
  /** `ok`, the reason of a failure, or `cancelled`. */
  readonly outcome: string;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** In millionths of the operator's currency; undefined without a price. */
  readonly cost: number | undefined;
  readonly ms: number;
}

export interface UsageRecorder {
  readonly db: Queries;
  readonly clock: Clock;
  readonly prices: Prices;
  readonly log: Log;
  /** For metrics. */
  readonly onCall: (call: ModelCall) => void;
}

/** The model, with each of its calls recorded for the account that caused it. */
export function recorded(model: LanguageModel, accountId: string, recorder: UsageRecorder): LanguageModel {
  return {
    name: model.name,
    async answer(conversation, signal) {
      const { purpose } = conversation;
      const startedAt = performance.now();
      const record = (outcome: string, inputTokens?: number, outputTokens?: number) => {
        const cost = costOf(recorder.prices.get(model.name), inputTokens, outputTokens);
        const ms = Math.round(performance.now() - startedAt);
        return store(recorder, accountId, {
          purpose,
          model: model.name,
          outcome,
          inputTokens,
          outputTokens,
          cost,
          ms,
        });
      };
      try {
        const answer = await model.answer(conversation, signal);
        await record("ok", answer.inputTokens, answer.outputTokens);
        return answer;
      } catch (error) {
        await record(error instanceof ModelFailure ? error.reason : signal.aborted ? "cancelled" : "error");
        throw error;
      }
    },
  };
}

/** A call that cannot be recorded has still been made, so its answer counts. */
async function store(
  { db, clock, log, onCall }: UsageRecorder,
  accountId: string,
  call: ModelCall,
): Promise<void> {
  onCall(call);
  if (call.outcome !== "ok")
    log.warn({ event: "model_call_failed", model: call.model, purpose: call.purpose, outcome: call.outcome });
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
