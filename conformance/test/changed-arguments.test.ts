import { join } from "node:path";
import { expect, test } from "vitest";
import { fitting } from "../../generator/cases/fits.ts";
import { rootNode } from "../../generator/cases/node.ts";
import { type Compiled, compile } from "../../generator/compile.ts";
import { emitCases } from "../../generator/emit/cases.ts";
import { readSpec } from "../../generator/files/spec.ts";
import { meantModel } from "../../generator/schema/meant.ts";
import { resolver } from "../../generator/schema/roots.ts";
import { repository } from "../../generator/test/workshop.ts";
import { edited, type Json, placeOfEdits } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";

test("changed arguments fit or do not, whether or not it is known what they were before", async () => {
  const { model } = compile(readSpec(join(repository, "spec"))) as Required<Compiled>;
  const { cases, bases } = JSON.parse((await emitCases(model)).text) as CaseFile;
  const contentOf = (name: string): Json => {
    const base = bases[name]!;
    return "input" in base ? base.input : edited(contentOf(base.on), base.edits);
  };
  const sound = meantModel(model);
  const resolve = resolver(sound);
  const targets = new Map(sound.tools.map(({ name, input }) => [name, rootNode(input)]));
  const [alone, compared] = [fitting(resolve), fitting(resolve)];
  const seen = { fit: 0, not: 0 };
  for (const { id, tool, kind, ...rest } of cases) {
    if (kind !== "input" || !("edits" in rest) || !rest.base || !rest.edits) continue;
    const [before, target] = [contentOf(rest.base), targets.get(tool)!];
    const value = edited(before, rest.edits);
    const fits = alone(value, target);
    const path = placeOfEdits(before, rest.edits);
    expect(compared(value, target, undefined, { before, path }), id).toBe(fits);
    // The whole is a place in which all that has changed lies, too.
    expect(compared(value, target, undefined, { before, path: [] }), id).toBe(fits);
    seen[fits ? "fit" : "not"]++;
  }
  expect(Math.min(seen.fit, seen.not)).toBeGreaterThan(300);
});
