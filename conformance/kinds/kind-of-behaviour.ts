import type { Engine } from "../behaviour/engine.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Verdict } from "../results/verdict.ts";

/** The way in which cases of one kind are judged. */
export interface KindOfBehaviour<Each> {
  /** Judges a case. If it throws a PreconditionError, the case is unverified. */
  verdict(each: Each, engine: Engine): Promise<Verdict> | Verdict;
  /** Returns the approximate number of requests of a case, including its preparation and cleanup. */
  cost(each: Each, rules: Behaviour, cases: CaseFile): number;
  /** The same if requests are limited, where it looks at less. If absent, it is `cost`. */
  briefCost?(each: Each, rules: Behaviour, cases: CaseFile): number;
  /** Whether each case needs a successful call of its tool, and decides nothing if that would cost money that the run may not spend. */
  readonly needsSuccess?: true;
  /** Whether the case may call tools that change data. If absent, it may. */
  writes?(each: Each, cases: CaseFile): boolean;
  /**
   * The part of the run in which the case runs. `any`: together with others. `alone`: before the others, one by one. `quiet`: after the
   * others, one by one, because it moves the clock or counts calls of all cases. `end`: after all cases, because it judges all calls of
   * the run, or moves the clock by days. `last`: after these, because it moves the clock beyond each time that is shown. If absent or
   * undefined, it is `quiet` for a case that lets time pass, else `any`.
   */
  when?(each: Each, rules: Behaviour): "any" | "alone" | "quiet" | "end" | "last" | undefined;
  /** The seconds that the case lets pass at the server, which moves the clock of all cases. If absent, none. */
  seconds?(each: Each, rules: Behaviour): number;
  /** The account that the case needs in addition to the account of the run. */
  account?(each: Each, rules: Behaviour): string | undefined;
  /** The argument of a call that gives another account access: the target file has to say which account its value names. */
  names?(each: Each, rules: Behaviour): string | undefined;
  /** The hooks without which the case is not verified. If absent, none is known before the run. */
  hooks?(each: Each, rules: Behaviour): readonly string[];
}
