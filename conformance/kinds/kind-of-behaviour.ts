import type { Engine } from "../behaviour/engine.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Verdict } from "../results/verdict.ts";

/** How cases of one kind are tried. */
export interface KindOfBehaviour<Each> {
  /** a PreconditionError that is thrown makes the case unverified. */
  verdict(each: Each, engine: Engine): Promise<Verdict> | Verdict;
  /** About how many requests a case makes, with those that set it up and end what it made. */
  cost(each: Each, rules: Behaviour): number;
  /** Whether the case may call tools that change data, as most do. Absent: it may. */
  writes?(each: Each, cases: CaseFile): boolean;
  /**
   * When the case runs. `any`: together with others. `alone`: before the others, one by one. `quiet`: after the others, one by
   * one, because it moves the clock or counts what all calls use. `end`: after everything, because it judges all calls of the
   * run, or moves the clock by days. Absent: `any`.
   */
  when?(each: Each, rules: Behaviour): "any" | "alone" | "quiet" | "end";
  /** The account that the case needs beside that of the run. */
  account?(each: Each): string | undefined;
  /** The hooks without which the case is not verified. Absent: none that is known before the run. */
  hooks?(each: Each, rules: Behaviour): readonly string[];
}
