/** Derives the cases about private entities: accounts without access see nothing of them. */
import type { BehaviourCase, Json } from "@toolwright/conformance/cases";
import type { Entity } from "../../model/behaviour.ts";
import type { Tool } from "../../model/operation.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { addCheck, noArguments, promise, unmade } from "../promise.ts";
import { type BehaviourContext, firstPlace } from "./context.ts";
import { listFilterArguments, listRefusedIds } from "./open-ids.ts";

export function accessCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  if (entity.private === undefined) return [];
  return context.readers.flatMap((tool) => {
    const taken = context.argumentsOf(entity, tool);
    const refused = listRefusedIds(entity, tool, taken);
    if (refused.length > 0)
      return refused.flatMap((path) => argumentCases(entity, tool, firstPlace(path), context));
    const filters = listFilterArguments(tool).filter((argument) => taken.includes(argument));
    if (taken.length > 0 && filters.length === 0) return [];
    return [
      ...listCases(entity, tool, context),
      ...filters.flatMap((filter) => listCases(entity, tool, context, filter)),
    ];
  });
}

const noUnusedId = "no id was found that is not in an example";

function argumentCases(
  { name, private: code, madeBy, at }: Entity,
  tool: Tool,
  argument: string,
  context: BehaviourContext,
): BehaviourCase[] {
  const place = context.at(locationBelow(at, ["private"]));
  const makePromise = (check: string, must: string) =>
    promise("access", `${tool.name}${argument}/${check}`, tool.name, must, place);
  const other = makePromise(
    "other-account",
    `${tool.name} refuses an account that has no access to the ${name}, with ${code}, and changes nothing.`,
  );
  const unknown = makePromise(
    "unknown-id",
    `${tool.name} refuses an id that no ${name} has, with ${code}, as it refuses an account without access.`,
  );
  const call = context.callWith(tool, argument);
  const none = call ? undefined : `no valid arguments with a value at ${argument} were found`;
  const id = unusedId(tool, argument, context);
  const common = { ...call, entity: name, argument };
  return [
    addCheck(other, none ?? (madeBy ? { ...common, check: "other-account" } : unmade(name))),
    addCheck(
      unknown,
      none ?? (id === undefined ? noUnusedId : { ...common, check: "unknown-id", unknown: id }),
    ),
  ];
}

/** Makes cases for lists that a caller gets without an id, or with the id of the entity in a filter that is not refused. */
function listCases(entity: Entity, tool: Tool, context: BehaviourContext, filter = ""): BehaviourCase[] {
  const { name, at, madeBy } = entity;
  const call = filter === "" ? plainCall(tool, context) : context.callWith(tool, filter);
  const must = `${tool.name} lists no ${name} to an account that has no access to it.`;
  const place = context.at(locationBelow(at, ["private"]));
  return context
    .resultsOf(entity, tool)
    .filter((path) => path.includes("/*") && !isPartOfNew(path, tool, context))
    .map((path) => {
      const id = `${tool.name}${filter}/list${path.replaceAll("/*", "")}`;
      const check =
        call === undefined ? noArguments : ({ ...call, entity: name, check: "list", path } as const);
      return addCheck(promise("access", id, tool.name, must, place), madeBy ? check : unmade(name));
    });
}

/** Whether a place in the result of a call is in what the call itself makes: there it lists nothing that was there before. */
function isPartOfNew(path: string, { name, behaviour }: Tool, { model }: BehaviourContext): boolean {
  const made = model.entities.flatMap(({ madeBy }) => (madeBy?.tool === name ? [madeBy.path] : []));
  const ids = [...made, ...(behaviour.copies === undefined ? [] : [behaviour.copies.copy])];
  return ids.some((id) => path.startsWith(id.slice(0, id.lastIndexOf("/") + 1)));
}

function plainCall(tool: Tool, context: BehaviourContext): { readonly base: string } | undefined {
  const base = context.findPlainBase(tool);
  return base === undefined ? undefined : { base };
}

/** An id that fits the schema, and that is in no example. */
function unusedId(tool: Tool, argument: string, context: BehaviourContext): Json | undefined {
  const sample = context.valueFor(tool, argument);
  if (sample === undefined) return undefined;
  const schemas = context.findSchemas(tool, "input", argument);
  const fits = (value: Json) => schemas.every((schema) => context.fits(value, schema));
  return [...unlikely(sample), ...context.valuesFor(tool, argument, 10).toReversed()].find(
    (value) => fits(value) && !context.isInExample(value),
  );
}

/** Values of the same form as an id, which hardly any server has given to anything. */
function unlikely(sample: Json): Json[] {
  if (typeof sample === "number") return [2_147_483_646, 999_999, 9_999];
  if (typeof sample !== "string") return [];
  const start = Math.max(sample.lastIndexOf("_"), sample.lastIndexOf(":"), sample.lastIndexOf("/")) + 1;
  const [head, tail] = [sample.slice(0, start), sample.slice(start)];
  return [rotateLetters(tail, 7), rotateLetters(tail, 3), [...tail].reverse().join("")].map(
    (text) => head + text,
  );
}

/** Each letter and digit replaced by another of its kind; a digit that is a sign of the form, such as the version of a UUID, may not fit. */
function rotateLetters(text: string, by: number): string {
  const within = (letters: string) => (letter: string) =>
    letters[(letters.indexOf(letter) + by) % letters.length]!;
  return text
    .replaceAll(/[0-9]/g, within("0123456789"))
    .replaceAll(/[a-f]/g, within("abcdef"))
    .replaceAll(/[g-z]/g, within("ghijklmnopqrstuvwxyz"))
    .replaceAll(/[A-F]/g, within("ABCDEF"))
    .replaceAll(/[G-Z]/g, within("GHIJKLMNOPQRSTUVWXYZ"));
}
