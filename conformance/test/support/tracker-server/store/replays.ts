/** The results that a tracker repeats for calls with a key that was used before. */
import { setTimeout as delay } from "node:timers/promises";
import type { Has } from "../faults.ts";
import type { IssueCall } from "./issues.ts";

interface Replay {
  readonly input: string;
  readonly result: object;
}

type Keyed = { readonly idempotency_key?: string };

export class Replays {
  readonly #known = new Map<string, Replay>();
  readonly #has: Has;

  constructor(has: Has) {
    this.#has = has;
  }

  isReplay(tool: string, { idempotency_key }: Keyed, { account }: IssueCall): boolean {
    return idempotency_key !== undefined && this.#known.has(`${account} ${tool} ${idempotency_key}`);
  }

  #ignores(argument: string): boolean {
    if (argument === "issue_id") return this.#has("key-ignores-the-issue");
    return argument === "reporter" && this.#has("key-ignores-the-reporter");
  }

  /** Runs `act` once for each key. */
  once(
    tool: "create" | "comment",
    { idempotency_key, ...rest }: Keyed,
    call: IssueCall,
    act: () => object,
  ): object | Promise<object> {
    if (idempotency_key === undefined || this.#has(`${tool}-key-is-ignored`)) return act();
    const owner = this.#has("key-is-shared-by-accounts") ? "" : call.account;
    const key = `${owner} ${tool} ${idempotency_key}`;
    const input = JSON.stringify(rest, (name, value) => (this.#ignores(name) ? undefined : value));
    const earlier = this.#known.get(key);
    if (earlier !== undefined) {
      if (earlier.input !== input && !this.#has("key-ignores-arguments"))
        call.fail(
          this.#has("wrong-code-for-used-key") ? "invalid_input" : "key_reused",
          "The key belongs to a call with other arguments. Use a new one.",
        );
      return earlier.result;
    }
    const perform = () => {
      const result = act();
      this.#known.set(key, { input, result });
      return result;
    };
    return this.#has("key-checked-too-late") ? delay(5).then(perform) : perform();
  }
}
