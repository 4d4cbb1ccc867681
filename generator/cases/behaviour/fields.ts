/** Derives the rules and cases of output fields that need a scope: in each tool, at each value of its filters, and in files. */
import {
  applyEdits,
  type BehaviourCase,
  type Edit,
  type FieldRule,
  type Json,
} from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import type { Tool } from "../../model/operation.ts";
import type { Filter } from "../../model/pages.ts";
import { namesScopes } from "../../schema/redaction.ts";
import { addCheck, noArguments, promise } from "../promise.ts";
import { type BehaviourContext, inTool } from "./context.ts";
import { placesIn } from "./places.ts";

/** The fields of a tool's output, by scope. */
export function fieldRules(tool: Tool, context: BehaviourContext): FieldRule[] {
  const { output } = tool;
  if (!output) return [];
  return context.model.scopes.flatMap(({ name: scope }) =>
    placesIn(output, { matches: (node) => node.scope === scope, isIn: namesScopes }, context.resolve).map(
      (path) => ({ at: context.at(inTool(tool, "output")), tool: tool.name, scope, path }),
    ),
  );
}

/** @param first the index of the tool's first rule in the list of all tools' rules */
export function fieldCases(
  tool: Tool,
  rules: readonly FieldRule[],
  first: number,
  context: BehaviourContext,
): BehaviourCase[] {
  const base = context.baseOf(tool);
  return rules.flatMap(({ path, scope, at }, index) => {
    const field = first + index;
    const make = (id: string, must: string, check: object): BehaviourCase =>
      addCheck(
        promise("fields", `${tool.name}${path}/${id}`, tool.name, must, at),
        base === undefined ? noArguments : { base, field, ...check },
      ) as BehaviourCase;
    const isThere = `${path} of ${tool.name} is there for a token with ${scope}.`;
    const isNowhere = `${path} of ${tool.name} is nowhere for a token without ${scope}`;
    // A token without the scope cannot make the call at all.
    if (tool.scopes.includes(scope)) return [make("with", isThere, { check: "with" })];
    return [
      make("with", isThere, { check: "with" }),
      make("without", `${isNowhere}.`, { check: "without" }),
      ...(tool.behaviour.pages?.filters ?? []).flatMap((filter) =>
        listFilterValues(tool, filter, context).map((to) =>
          make(`without/${filter.name}=${to}`, `${isNowhere}, where ${filter.name} is ${to}.`, {
            check: "without",
            filter: filter.name,
            edits: [{ set: filter.argument, to }],
          }),
        ),
      ),
    ];
  });
}

/** Makes cases for the files of tools: each file of the same entity as a list with such a field, with each combination of values. */
export function fieldFileCases(rules: readonly FieldRule[], context: BehaviourContext): BehaviourCase[] {
  return context.model.tools.flatMap((tool) =>
    tool.behaviour.files.flatMap(({ url }, rule) =>
      rules.flatMap(({ tool: shower, scope, path, at }, field) => {
        const list = context.tool(shower);
        const base = context.baseOf(tool);
        if (list === undefined || base === undefined || !takeSameEntity(tool, list, context)) return [];
        // A call that writes shows one thing, and selects nothing.
        if (list.annotations?.readOnlyHint === false) return [];
        return listCombinations(tool, context)
          .filter((edits) => context.fitsInput(tool, applyEdits(context.readContent(base), edits)))
          .map((edits): BehaviourCase => {
            const values = edits.map(({ set, to }) => `${set.slice(1)}=${to}`);
            const where = values.length === 0 ? "" : ` with ${values.join(" and ")}`;
            const must = `A file of ${tool.name}${where} has no ${path} of ${shower} for a token without ${scope}.`;
            const id = [`${tool.name}${url}/${shower}${path}/without`, ...values].join("/");
            const filters = list.behaviour.pages?.filters ?? [];
            const shared = edits.filter(({ set }) => filters.some(({ argument }) => argument === set));
            return {
              ...promise("fields", id, tool.name, must, at),
              base,
              edits,
              field,
              check: "file",
              rule,
              filters: Object.fromEntries(shared.map(({ set, to }) => [set, to])),
            };
          });
      }),
    ),
  );
}

/** The most files of one tool. */
const mostCombinations = 24;

type SetEdit = Extract<Edit, { readonly to: Json }>;

/** Lists the combinations of the values of all arguments that have few values. */
function listCombinations(tool: Tool, context: BehaviourContext): SetEdit[][] {
  const { properties = {} } = tool.input.schema as { readonly properties?: object };
  const choices = Object.keys(properties)
    .map((name) => listValues(tool, `/${name}`, context).map((to): SetEdit => ({ set: `/${name}`, to })))
    .filter((values) => values.length > 1);
  const all = choices.reduce<SetEdit[][]>(
    (before, values) => before.flatMap((edits) => values.map((edit) => [...edits, edit])),
    [[]],
  );
  return all.slice(0, mostCombinations);
}

function listFilterValues(tool: Tool, { argument, is }: Filter, context: BehaviourContext): readonly Json[] {
  return is === "equal" ? listValues(tool, argument, context) : [];
}

function listValues(tool: Tool, argument: string, { findSchemas }: BehaviourContext): readonly Json[] {
  const enums = findSchemas(tool, "input", argument)
    .flatMap(describing)
    .flatMap((node) => node.enums);
  return (enums[0] ?? []).filter((value): value is Json => typeof value === "string");
}

/** Whether both tools take an id of the same entity. */
function takeSameEntity(tool: Tool, other: Tool, { model, argumentsOf }: BehaviourContext): boolean {
  return model.entities.some((entity) => [tool, other].every((each) => argumentsOf(entity, each).length > 0));
}
