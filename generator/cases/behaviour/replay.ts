/** Derives the rules and cases of calls that are repeated with an idempotency key. */
import {
  applyEdits,
  type BehaviourCase,
  type Edit,
  type Json,
  listLeaves,
  valueAt,
} from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import type { Tool } from "../../model/operation.ts";
import { addCheck, promise } from "../promise.ts";
import {
  isEmpty,
  listArguments,
  listArgumentValues,
  listChanged,
  listOfSameForm,
} from "./argument-values.ts";
import { type BehaviourContext, type Input, inTool, type ValidCall } from "./context.ts";

/** The number of other values that are tried for one argument. */
const mostOthers = 3;

/** A tool with an idempotency key, and a call that has one. */
interface KeyedTool {
  readonly tool: Tool;
  readonly key: string;
  readonly call: ValidCall | undefined;
  /** The argument that the call has in place of that of the first call, where a call has exactly one of several; "": none. */
  readonly alternative: string;
  readonly context: BehaviourContext;
}

export function replayCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { idempotency } = tool.behaviour;
  if (!idempotency) return [];
  const { key, refused } = idempotency;
  const keyed: KeyedTool = { tool, key, call: context.callWith(tool, key), alternative: "", context };
  return [
    ...repeatCases(keyed),
    ...listArguments(tool)
      .filter((argument) => argument !== key && !isAlternative(keyed, argument))
      .map((argument) => otherArgumentCase(keyed, argument, refused)),
    ...defaultsCases(keyed),
    ...listAlternatives(keyed).flatMap((other) => [
      ...repeatCases(other),
      ...listArguments(tool)
        .filter((argument) => argument !== key && !tool.exactlyOne.includes(argument.slice(1)))
        .map((argument) => otherArgumentCase(other, argument, refused)),
    ]),
  ];
}

/** Makes the cases that the same call has one effect. */
function repeatCases(keyed: KeyedTool): BehaviourCase[] {
  const { call } = keyed;
  const name = nameCall(keyed);
  const effect = "one effect, and the same result";
  const same = makePromise(keyed, "/same", `A call of ${name} repeated with its key has ${effect}.`);
  const atOnce = makePromise(keyed, "/at-once", `Calls of ${name} sent at once with one key have ${effect}.`);
  return [
    addCheck(same, call ? { ...call, check: "same" } : withoutKey),
    addCheck(atOnce, call ? { ...call, check: "at-once" } : withoutKey),
  ];
}

const withoutKey = "no valid arguments with a key were found";

function makePromise({ tool, alternative, context }: KeyedTool, check: string, must: string) {
  const at = context.at(inTool(tool, "idempotency"));
  return promise("replay", `${tool.name}${alternative}${check}`, tool.name, must, at);
}

function nameCall({ tool, alternative }: KeyedTool): string {
  return alternative === "" ? tool.name : `${tool.name} with ${alternative.slice(1)}`;
}

/**
 * Lists calls with the other arguments of which a call has exactly one, as far as examples have them with a key: a server does
 * something else there, and may remember less of the call.
 */
function listAlternatives(keyed: KeyedTool): KeyedTool[] {
  const { tool, call, context } = keyed;
  if (call === undefined) return [];
  const input = readInput(call, context);
  return tool.exactlyOne
    .map((name) => `/${name}`)
    .filter((alternative) => valueAt(input, alternative) === undefined)
    .map((alternative) => ({ ...keyed, alternative, call: findOwnCall(keyed, alternative, call) }))
    .filter((other) => other.call !== call);
}

/** Whether an argument only stands in place of those that examples have with the key: it cannot change alone. */
function isAlternative(keyed: KeyedTool, argument: string): boolean {
  const { tool, call, context } = keyed;
  if (call === undefined || !tool.exactlyOne.includes(argument.slice(1))) return false;
  return valueAt(readInput(findOwnCall(keyed, argument, call), context), argument) === undefined;
}

/** Makes the case that a used key is refused if only this argument has another value. */
function otherArgumentCase(keyed: KeyedTool, argument: string, refused: string | undefined): BehaviourCase {
  const { call } = keyed;
  const withCode = refused === undefined ? "" : ` with ${refused}`;
  const must = `${nameCall(keyed)} refuses a key that was used with another ${argument.slice(1)}${withCode}.`;
  const promised = makePromise(keyed, `/other-arguments${argument}`, must);
  return addCheck(promised, call ? findOtherArguments(keyed, call, argument) : withoutKey);
}

interface OtherArguments extends ValidCall {
  readonly check: "other-arguments";
  readonly argument: string;
  readonly entity?: string;
  readonly others: readonly (readonly Edit[])[];
}

/** Finds calls with another value of one argument; a text says that there are none. */
function findOtherArguments(keyed: KeyedTool, call: ValidCall, argument: string): OtherArguments | string {
  const { tool, context } = keyed;
  const own = findOwnCall(keyed, argument, call);
  const input = readInput(own, context);
  const check = { ...own, check: "other-arguments", argument } as const;
  const entity = context.model.entities.find((each) => context.argumentsOf(each, tool).includes(argument));
  const others = listOthers(keyed, input, argument);
  // The ids of examples exist nowhere: the suite makes an entity, also where the first call names none.
  if (entity?.madeBy && (valueAt(input, argument) !== undefined || others.length > 0))
    return { ...check, entity: entity.name, others: [] };
  return others.length > 0 ? { ...check, others } : `no other valid value of ${argument.slice(1)} was found`;
}

/** Finds an example with the key, and with the alternative of the calls, that has the argument, too. */
function findOwnCall(
  { tool, key, alternative, context }: KeyedTool,
  argument: string,
  call: ValidCall,
): ValidCall {
  const { listExamples, readContent } = context;
  const has = (base: string, pointer: string) => valueAt(readContent(base), pointer) !== undefined;
  const base = listExamples(tool).find((each) =>
    [key, alternative, argument].every((place) => has(each, place)),
  );
  return base === undefined || valueAt(readInput(call, context), argument) !== undefined ? call : { base };
}

function readInput({ base, edits = [] }: ValidCall, context: BehaviourContext): Input {
  return applyEdits(context.readContent(base), edits) as Input;
}

/**
 * Lists edits that change one argument, and keep the arguments valid. If the argument is absent, its default and empty values may
 * mean the same.
 */
function listOthers({ tool, context }: KeyedTool, input: Input, argument: string): (readonly Edit[])[] {
  const value = valueAt(input, argument);
  const written = readDefault(tool, argument, context);
  const isOther = (to: Json) =>
    JSON.stringify(to) !== JSON.stringify(value ?? written) && (value !== undefined || !isEmpty(to));
  // Values of other arguments come first, since arguments may have to agree, such as one language with several.
  const used = new Set(listLeaves(input).map((leaf) => leaf.value));
  const values = listArgumentValues(tool, argument, context);
  const toEdits = (others: readonly Json[]) =>
    others
      .filter(isOther)
      .map((to): Edit[] => [{ set: argument, to }])
      .filter((edits) => context.fitsInput(tool, applyEdits(input, edits)))
      .slice(0, mostOthers);
  const found = toEdits([
    ...(value === undefined ? [...used].map((each) => [each]) : listChanged(value)),
    ...values.filter((each) => used.has(each)),
    ...values.filter((each) => !used.has(each)),
  ]);
  return found.length > 0 || value === undefined ? found : toEdits(listOfSameForm(value));
}

/** Makes the case that written defaults are the same call as absent arguments. */
function defaultsCases(keyed: KeyedTool): BehaviourCase[] {
  const { tool, key, call, context } = keyed;
  const defaults = listArguments(tool).flatMap((argument) => {
    const value = argument === key ? undefined : readDefault(tool, argument, context);
    return value === undefined ? [] : [{ argument, value }];
  });
  if (call === undefined || defaults.length === 0) return [];
  const input = readInput(call, context);
  const edits = defaults.flatMap(({ argument, value }): Edit[] => {
    const own = valueAt(input, argument);
    if (own === undefined) return [{ set: argument, to: value }];
    return JSON.stringify(own) === JSON.stringify(value) ? [{ remove: argument }] : [];
  });
  const fitting = edits.filter((edit) => context.fitsInput(tool, applyEdits(input, [edit])));
  const names = fitting.map((edit) => ("set" in edit ? edit.set : edit.remove).slice(1));
  const must = `A call of ${tool.name} repeated with the default of ${names.join(" and ")} written out is the same call.`;
  return fitting.length === 0
    ? []
    : [addCheck(makePromise(keyed, "/defaults", must), { ...call, check: "defaults", same: fitting })];
}

/** Reads the default of an argument; `undefined` if it has none. */
export function readDefault(
  tool: Tool,
  argument: string,
  { findSchemas }: BehaviourContext,
): Json | undefined {
  const parts = findSchemas(tool, "input", argument).flatMap(describing);
  return parts.find(({ fallback }) => fallback !== undefined)?.fallback?.value as Json | undefined;
}
