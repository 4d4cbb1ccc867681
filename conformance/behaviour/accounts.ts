/** The accounts and tokens that cases use in addition to those of the run, and observations of whole accounts. */
import { baseArguments } from "../calls/arguments.ts";
import type { Bindings } from "../calls/bindings.ts";
import type { Caller } from "../calls/caller.ts";
import type { CaseFile } from "../cases/format.ts";
import { ifPossible } from "../results/precondition-error.ts";
import type { Holder } from "../target/token-store.ts";
import type { OwnToken, Reservation } from "../target/tokens.ts";
import { type Called, showAnswer } from "./calls/called.ts";
import type { Calls } from "./calls/calls.ts";
import type { Identity } from "./calls/identity.ts";
import type { Hooks } from "./hooks.ts";
import type { Observation, Snapshot } from "./observe/observation.ts";

/** A tool that answers more slowly observes the account only once; otherwise it would take most of the run. */
const maxAnswerMs = 5_000;

export interface AccountsOptions {
  readonly cases: CaseFile;
  readonly caller: Caller;
  readonly calls: Calls;
  readonly bindings: Bindings;
  readonly hooks: Hooks;
}

export interface AccountLook {
  /** Tools to skip. */
  readonly without?: readonly string[];
  /** The tools that look; if absent, all reading tools. */
  readonly only?: readonly string[];
}

export class Accounts {
  readonly #options: AccountsOptions;
  /** Tools that are too slow to observe an account again. */
  readonly #slow = new Set<string>();

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Reserves a token that only this case uses and may exhaust or end. */
  reserve({ scopes, ...options }: Identity & Omit<Reservation, keyof Holder>): Promise<OwnToken> {
    return this.#options.caller.reserve({ ...options, scopes: scopes ?? this.#options.cases.scopes });
  }

  /** Returns the name of an account that only this case uses; `undefined`, which means the account of the run, if the target has none. */
  async findDedicated(name: string): Promise<string | undefined> {
    const { caller, hooks } = this.#options;
    if (!hooks.has("mint")) return undefined;
    return ifPossible(caller.requireToken(name).then(() => name));
  }

  /**
   * Observes the account by its reading tools, with the arguments of their first examples, for specs without entities. The result
   * is empty if none of them answers. Other cases must not run at the same time.
   */
  async observe({ without = [], only }: AccountLook = {}): Promise<Observation> {
    const { cases, bindings, calls } = this.#options;
    const snapshots: Snapshot[] = [];
    for (const [tool, { readOnly }] of Object.entries(cases.tools)) {
      if (!readOnly || cases.bases[tool] === undefined || without.includes(tool) || this.#slow.has(tool))
        continue;
      if (only !== undefined && !only.includes(tool)) continue;
      const input = await bindings.listShared().into(tool, baseArguments(cases, tool));
      const called = await calls.call({ tool, input });
      if (called.ms > maxAnswerMs) this.#slow.add(tool);
      snapshots.push({ tool, ...readAnswer(called), called });
    }
    return snapshots;
  }
}

function readAnswer(called: Called): Pick<Snapshot, "value" | "absent"> {
  if (called.outcome.is !== "success") return { absent: showAnswer(called) };
  const { structuredContent, content } = called.outcome.result;
  return { value: structuredContent ?? content ?? null };
}
