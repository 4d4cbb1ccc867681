/** The hooks of the target, in the form in which cases use them. */
import { type Json, valueAt } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { hasHook, type RunHook } from "../target/hooks.ts";
import type { HookName, Target } from "../target/target.ts";

/** The time for which a reading of the clock is used. */
const freshMs = 1_000;

/** What each hook does that no tool can do, for readers of a report. */
const purposes: Readonly<Record<HookName, string>> = {
  setup: "prepares the server for a run",
  mint: "makes a token",
  revoke: "ends a token",
  expire: "lets a token reach its end",
  issue: "issues an access token of OAuth",
  respond: "adds what no tool adds, such as an answer that a person gives to a form",
  account: "makes an account",
  clock: "reads and moves the time of the server",
  work: "holds the work that the server does after its answers",
};

export class Hooks {
  readonly #target: Target;
  readonly #runHook: RunHook;
  /** The time in the last answer of the hook clock, and when it came. */
  #clock: { readonly now: number; readonly at: number } | undefined;
  #clockMoves = 0;

  constructor(target: Target, runHook: RunHook) {
    this.#target = target;
    this.#runHook = runHook;
  }

  /** Whether the target has a hook of this name. */
  has(name: string): boolean {
    return hasHook(this.#target, name);
  }

  /** Throws a PreconditionError if the target has no such hook. */
  requireHook(name: string): void {
    if (this.has(name)) return;
    const purpose = Object.hasOwn(purposes, name) ? `, a command that ${purposes[name as HookName]}` : "";
    throw new PreconditionError("no-control", `the target has no hook ${name}${purpose}`);
  }

  /** Runs a hook. Throws a PreconditionError if the target has no such hook. */
  async run(name: HookName, input: { readonly [name: string]: Json }): Promise<Json> {
    this.requireHook(name);
    if (name === "clock" && Number(input.seconds) > 0) this.#clockMoves += 1;
    const answer = await this.#runHook(name, input);
    if (name === "clock") this.#remember(answer);
    return answer;
  }

  /** How often a case has moved the clock. Times from now that were decided before are those of another time. */
  get clockMoves(): number {
    return this.#clockMoves;
  }

  /**
   * Reads the time of the target, in milliseconds: that of its hook clock, which may stand still or be ahead, else of this machine.
   * A reading is used for a moment, since running a hook takes time.
   * @param isAfter whether a time from before this call would not do
   */
  async readTime({ isAfter = false } = {}): Promise<number> {
    if (!this.has("clock")) return Date.now();
    const age = performance.now() - (this.#clock?.at ?? Number.NEGATIVE_INFINITY);
    if (isAfter || age > freshMs) await this.run("clock", { seconds: 0 });
    return this.#clock?.now ?? Date.now();
  }

  #remember(answer: Json): void {
    const now = Date.parse(String(valueAt(answer, "/now") ?? ""));
    this.#clock = Number.isNaN(now) ? undefined : { now, at: performance.now() };
  }
}
