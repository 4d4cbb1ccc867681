/** Rules about `output_as`, the lines of a text that show an output. */
import type { Violation } from "../diagnostics/diagnostic.ts";
import { compileLayout, type LayoutMistake } from "../layout/compile-layout.ts";
import type { Model } from "../model/model.ts";
import { locationBelow } from "../resolve/limits.ts";
import { resolver } from "../schema/roots.ts";
import type { Rule } from "./rule.ts";

export const layoutRules: readonly Rule[] = [
  {
    code: "layout-name",
    sentence: "A place of output_as names a value of the output.",
    violations: (model) => findMistakes(model, "name"),
  },
  {
    code: "layout-form",
    sentence: "A line of output_as can be read back.",
    violations: (model) => findMistakes(model, "form"),
  },
  {
    code: "layout-missing",
    sentence: "output_as shows every required member of the output.",
    violations: (model) => findMistakes(model, "missing"),
  },
];

function findMistakes(model: Model, kind: LayoutMistake["kind"]): Violation[] {
  const found = model.tools.flatMap((tool) => {
    const { outputAs } = tool;
    if (typeof outputAs !== "object" || outputAs.lines.length === 0) return [];
    const mistakes = compileLayout(tool, resolver(model))?.mistakes ?? [];
    return mistakes
      .filter((mistake) => mistake.kind === kind)
      .map(({ path, detail, hint }): Violation => {
        const isOfTool = outputAs.name !== undefined && kind !== "form";
        return {
          at: locationBelow(outputAs.at, path),
          detail: isOfTool ? `${tool.name}: ${detail}` : detail,
          ...(hint !== undefined && { hint }),
        };
      });
  });
  // Several tools may have one layout.
  return [...new Map(found.map((violation) => [JSON.stringify(violation), violation])).values()];
}
