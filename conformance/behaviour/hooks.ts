/** The hooks of the target, in the form in which cases use them. */
import type { Json } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { hasHook, type RunHook } from "../target/hooks.ts";
import type { HookName, Target } from "../target/target.ts";

export class Hooks {
  readonly #target: Target;
  readonly #runHook: RunHook;

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
    if (!this.has(name)) throw new PreconditionError("no-control", `the target has no hook ${name}`);
  }

  /** Runs a hook. Throws a PreconditionError if the target has no such hook. */
  async run(name: HookName, input: { readonly [name: string]: Json }): Promise<Json> {
    this.requireHook(name);
    return this.#runHook(name, input);
  }
}
