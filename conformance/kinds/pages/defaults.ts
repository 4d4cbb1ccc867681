/** Judges defaults of arguments that select items: without the argument, a list is the same. */

import { readDefault } from "../../behaviour/lists/list-rule.ts";
import type { Walk } from "../../behaviour/lists/walk.ts";
import { applyEdits, type Edit } from "../../cases/edits.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { type PageTrial, text, walkFrom, wrong } from "./page-trial.ts";

/** The number of pages that are read to check a filter or a default. */
export const enoughPages = 2;

/** Checks that a missing argument has the default value of the schema. */
export async function defaultVerdict(
  trial: PageTrial,
  argument: string,
  first = enoughPages,
): Promise<Verdict> {
  const { engine, each, list } = trial;
  const value = readDefault(engine, each.tool, argument);
  if (value === undefined) return held;
  const walkWith = (edit: Edit) => walkFrom(trial, applyEdits(list.input, [edit]), undefined, first);
  const without = await walkWith({ remove: argument });
  const withDefault = await walkWith({ set: argument, to: value });
  const describeWalk = ({ ids, pages }: Walk) => text([ids, pages.map(({ size }) => size)]);
  if (describeWalk(without) === describeWalk(withDefault)) return held;
  const expected = `without ${argument.slice(1)} the same pages as with its default ${text(value)}`;
  return wrong(trial, without, expected, `${describeWalk(without)}, not ${describeWalk(withDefault)}`);
}
