/** Rules about the order of lists. */
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { describing, schemasAt } from "@toolwright/json-schema/graph";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import type { Pages } from "../../model/pages.ts";
import { keyBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import { argumentChecks } from "../arguments.ts";
import type { Rule } from "../rule.ts";

export const orderRules: readonly Rule[] = [
  {
    code: "order-value",
    sentence: "A value that selects the order of a list fits its argument.",
    violations: (model) => {
      const { misfits } = argumentChecks(model);
      return eachOrdered(model, ({ name: tool, file, input }, { order }) => {
        const { argument, orders } = order!;
        const steps = pointerSteps(argument ?? "");
        // Another rule says that there is no such argument.
        if (argument === undefined || schemasAt(rootNode(input), steps, resolver(model)).length === 0)
          return [];
        const at = { file, path: ["pages", "order", "values"] };
        return orders.flatMap(({ value = "" }) =>
          misfits({ tool, values: { [steps[0]!]: value }, at }).map(({ detail }) => ({
            at: keyBelow(at, [value]),
            detail,
          })),
        );
      });
    },
  },
  {
    code: "ordered-place",
    sentence: "A list is ordered by a number, a time or a text, not by one of a few words.",
    violations: (model) =>
      eachOrdered(model, ({ file, output }, { items, order }) =>
        order!.orders.flatMap(({ value, path }) => {
          if (output === undefined) return [];
          const place = pointerSteps(`${items}/*${path}`);
          const nodes = schemasAt(rootNode(output), place, resolver(model)).flatMap(describing);
          if (!nodes.some(({ enums }) => enums.length > 0)) return [];
          const at = value === undefined ? ["path"] : ["values", value, "path"];
          const detail = `${JSON.stringify(path)} is one of a few words, whose order the spec does not say.`;
          return [{ at: { file, path: ["pages", "order", ...at] }, detail }];
        }),
      ),
  },
];

function eachOrdered({ tools }: Model, find: (tool: Tool, pages: Pages) => Violation[]): Violation[] {
  return tools.flatMap((tool) => {
    const { pages } = tool.behaviour;
    return pages?.order === undefined ? [] : find(tool, pages);
  });
}
