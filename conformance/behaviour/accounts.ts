/** The accounts and tokens that cases use beside those of the run, and what the reading tools show of an account. */
import { baseArguments } from "../calls/arguments.ts";
import type { Bindings } from "../calls/bindings.ts";
import type { Caller } from "../calls/caller.ts";
import type { CaseFile } from "../cases/format.ts";
import { ifPossible } from "../results/precondition-error.ts";
import type { OwnToken } from "../target/tokens.ts";
import { type Called, showAnswer } from "./calls/called.ts";
import type { Calls } from "./calls/calls.ts";
import type { Identity } from "./calls/identity.ts";
import type { Hooks } from "./hooks.ts";
import type { ReadOptions } from "./observe/entity-reader.ts";
import type { Observation, Snapshot } from "./observe/observation.ts";

/** A tool that takes longer for its answer observes the account only once: it would take most of the run. */
const maxAnswerMs = 5_000;

export interface AccountsOptions {
  readonly cases: CaseFile;
  readonly caller: Caller;
  readonly calls: Calls;
  readonly bindings: Bindings;
  readonly hooks: Hooks;
}

export class Accounts {
  readonly #options: AccountsOptions;
  /** Tools that observe no account any more. */
  readonly #slow = new Set<string>();

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** A token that only this case uses; it may be used up, or ended. With `calls` it makes that many calls. */
  reserve({
    account,
    scopes = this.#options.cases.scopes,
    calls,
  }: Identity & { readonly calls?: number }): Promise<OwnToken> {
    return this.#options.caller.reserve({ scopes, account, ...(calls !== undefined && { calls }) });
  }

  /** An account that only this case uses: its name, or `undefined` (that of the run) where the target has no such account. */
  async dedicated(name: string): Promise<string | undefined> {
    const { caller, hooks } = this.#options;
    if (!hooks.has("mint")) return undefined;
    return ifPossible(caller.requireToken(name).then(() => name));
  }

  /**
   * What the reading tools of the account show with the arguments of their first examples, for specs without entities.
   * Perhaps none of them answers. Other cases must not run at the same time.
   */
  async observe({ without = [] }: ReadOptions = {}): Promise<Observation> {
    const { cases, bindings, calls } = this.#options;
    const snapshots: Snapshot[] = [];
    for (const [tool, { readOnly }] of Object.entries(cases.tools)) {
      if (!readOnly || cases.bases[tool] === undefined || without.includes(tool) || this.#slow.has(tool))
        continue;
      const input = await bindings.shared().into(tool, baseArguments(cases, tool));
      const called = await calls.call({ tool, input });
      if (called.ms > maxAnswerMs) this.#slow.add(tool);
      snapshots.push({ tool, ...answerTo(called), called });
    }
    return snapshots;
  }
}

function answerTo(called: Called): Pick<Snapshot, "value" | "absent"> {
  if (called.outcome.is !== "success") return { absent: showAnswer(called) };
  const { structuredContent, content } = called.outcome.result;
  return { value: structuredContent ?? content ?? null };
}
