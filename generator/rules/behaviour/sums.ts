/** Rules about the key `sums` where it is about the items of a list. */
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Sum, SummedItems } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { toSumValue } from "../../scenarios/sum-value.ts";
import { absent, type Rule } from "../rule.ts";

export const sumRules: readonly Rule[] = [
  {
    code: "summed-items",
    sentence: "A sum adds parts of the result, or counts or adds the items of a list.",
    violations: ({ tools }) =>
      tools.flatMap(({ behaviour }) =>
        behaviour.sums.flatMap((sum): Violation | [] => {
          const detail = describeMissing(sum);
          return detail === undefined ? [] : { at: sum.at, detail, hint: "Name the list: items, or list." };
        }),
      ),
  },
  {
    code: "summed-list",
    sentence:
      "Another reading tool lists the items of a sum, and is called with values of the spec or of the call.",
    violations: (model) =>
      model.tools.flatMap((tool) =>
        tool.behaviour.sums.flatMap(({ items, at }) =>
          items === undefined ? [] : [...listProblem(tool, items, at, model), ...valueProblems(items, at)],
        ),
      ),
  },
];

function describeMissing({ parts, items }: Sum): string | undefined {
  if (items === undefined) return parts.length === 0 ? "It has neither parts nor a list." : undefined;
  if (items.path !== undefined || items.list !== undefined) return undefined;
  return "`where` chooses items, and the sum names no list.";
}

function listProblem(tool: Tool, { list, path }: SummedItems, at: Sum["at"], { tools }: Model): Violation[] {
  if (list === undefined) return [];
  const place = locationBelow(at, ["list", "tool"]);
  const lister = tools.find(({ name }) => name === list.tool);
  const others = tools.filter((each) => each !== tool).map(({ name }) => name);
  if (lister === undefined) return [absent("tool", list.tool, others, place)];
  if (lister === tool) return [{ at: place, detail: `${list.tool} is the tool itself.`, hint: "Use items." }];
  if (lister.annotations?.readOnlyHint !== true)
    return [{ at: place, detail: `${list.tool} does not only read.` }];
  if (path !== undefined || lister.behaviour.pages !== undefined) return [];
  const detail = `${list.tool} has no pages, so the sum has to say where its items are.`;
  return [{ at: place, detail, hint: "Add items beside list." }];
}

/** The expressions that are about something else than the call with the sum. */
function valueProblems({ list, where }: SummedItems, at: Sum["at"]): Violation[] {
  const values = [
    ...Object.entries(list?.input ?? {}).map(([name, value]) => ({ value, path: ["list", "input", name] })),
    ...Object.entries(where).flatMap(([place, is]) => is.map((value) => ({ value, path: ["where", place] }))),
  ];
  return values.flatMap(({ value, path }) =>
    toSumValue(value) === undefined
      ? [
          {
            at: locationBelow(at, path),
            detail: `${JSON.stringify(value)} is neither $request.body#/... nor $result.structuredContent#/...`,
          },
        ]
      : [],
  );
}
