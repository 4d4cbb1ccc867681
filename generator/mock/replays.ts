/** Remembers the results of calls with an idempotency key. */
import { canonical, isObject } from "@toolwright/runtime/json";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { refuse } from "./refusals.ts";
import { type Data, firstAt, setAt } from "./values.ts";

interface Replay {
  readonly input: string;
  readonly result: unknown;
}

export class Replays {
  readonly #replays = new Map<string, Replay>();
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** The result of the first call with this key. Refuses a key that other arguments have used. */
  find(tool: Tool, input: Data, account: string): unknown {
    const key = toKey(tool, input, account);
    const replay = key === undefined ? undefined : this.#replays.get(key);
    if (replay === undefined) return undefined;
    if (replay.input !== canonical(input))
      refuse(
        this.#model,
        tool.behaviour.idempotency?.refused ?? "invalid_input",
        `The idempotency key at ${tool.behaviour.idempotency!.key} belongs to an earlier call with other arguments. Use a new key.`,
      );
    const result = structuredClone(replay.result);
    if (isObject(result) && result.replayed === false) setAt(result, ["replayed"], true);
    return result;
  }

  keep(tool: Tool, input: Data, account: string, result: unknown): void {
    const key = toKey(tool, input, account);
    if (key !== undefined)
      this.#replays.set(key, { input: canonical(input), result: structuredClone(result) });
  }
}

function toKey({ name, behaviour: { idempotency } }: Tool, input: Data, account: string): string | undefined {
  const key = idempotency && firstAt(input, idempotency.key);
  return key === undefined ? undefined : canonical([account, name, key]);
}
