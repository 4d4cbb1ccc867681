/** Makes calls with what is refused: a blank title is refused when a thing is made, and when it is changed; and so is a number that names nothing. */
import { isDeepStrictEqual } from "node:util";
import { childPointer } from "@toolwright/runtime/json";
import { baseArguments } from "../../calls/arguments.ts";
import type { Context } from "../../calls/context.ts";
import { applyEdits, type Edit, isObject, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { FailureCase } from "../../cases/format.ts";

/** The most calls for one code. */
const mostCalls = 6;

/** A number that names nothing where ids are numbers. Texts that name nothing are sent by the cases about their patterns. */
const strangeNumber = 1_999_999_999;

/**
 * Calls a tool with values that its spec has for another tool, whose examples with them are refused with the same code, and with numbers
 * that name nothing. A run with few requests, or without a success of the tool, makes no such call.
 */
export async function callWithRefusedValues(
  { tool, code, id }: Pick<FailureCase, "tool" | "code" | "id">,
  context: Context,
): Promise<void> {
  const { cases, caller, watch, schemas, bindings } = context;
  if (Number.isFinite(caller.countLeft()) || watch.verdict(tool, "fits").status !== "held") return;
  const refused = listRefusedValues(tool, code, context);
  const calls = listExamples(tool, context).flatMap((base) => {
    const example = baseArguments(cases, base);
    const strange = bindings
      .listEntityPlaces(tool, example)
      .filter((place) => typeof valueAt(example, place) === "number")
      .map((set) => ({ set, to: strangeNumber }));
    return [...refused, ...strange]
      .map((edit) => ({ edit, input: applyEdits(example, [edit]) }))
      .filter(({ input }) => schemas.fits(tool, input));
  });
  for (const { edit, input } of calls.slice(0, mostCalls)) {
    const values = bindings.fresh();
    await context.prepareFor(id, values);
    const places = bindings.listBoundPlaces(tool, input).filter((place) => place !== edit.set);
    const bound = applyEdits(await values.into(tool, input, places), [edit]);
    if (edit.to !== strangeNumber) await context.bringToState(tool, bound);
    await caller.call(tool, bound, caller.allScopes);
    if (watch.met(tool, code).status === "held") return;
  }
}

type Setting = Extract<Edit, { readonly to: Json }>;

/**
 * Lists the arguments because of which examples of other tools are refused with a code: the one that differs from an accepted example. A
 * text is tried in each text of a tool that has no argument of this name.
 */
function listRefusedValues(tool: string, code: string, context: Context): Setting[] {
  const { cases } = context;
  const inputSchema = cases.manifest.find(({ name }) => name === tool)?.inputSchema;
  const properties = Object.entries(Object(valueAt(inputSchema as Json, "/properties")) as JsonObject);
  return cases.cases.flatMap((other): Setting[] => {
    if (other.kind !== "failures" || !("base" in other) || other.code !== code || other.tool === tool)
      return [];
    const differing = listDiffering(other.tool, baseArguments(cases, other.base!), context);
    const [[argument, to] = ["", null]] = differing;
    if (differing.length !== 1) return [];
    const isSame = properties.some(([name]) => name === argument);
    const texts = properties.filter(([, schema]) => isObject(schema) && schema.type === "string");
    const names = isSame ? [argument] : typeof to === "string" ? texts.map(([name]) => name) : [];
    return names.map((name) => ({ set: childPointer("", name), to }));
  });
}

/** Lists the arguments that differ from those of an accepted example. A value that is new in each call says little: others come first. */
function listDiffering(tool: string, refused: Json, context: Context): [name: string, value: Json][] {
  const { cases } = context;
  const [example] = listExamples(tool, context);
  if (example === undefined || !isObject(refused)) return [];
  const accepted = baseArguments(cases, example);
  const live = new Set((cases.live?.[tool] ?? []).map(({ path }) => path));
  const differing = Object.entries(refused).filter(
    ([name, value]) => !isDeepStrictEqual(value, valueAt(accepted, childPointer("", name))),
  );
  const lasting = differing.filter(([name]) => !live.has(childPointer("", name)));
  return lasting.length > 0 ? lasting : differing;
}

function listExamples(tool: string, { cases }: Context): string[] {
  return cases.cases.flatMap((each) =>
    each.kind === "output" && each.tool === tool && "base" in each && each.base !== undefined
      ? [each.base]
      : [],
  );
}
