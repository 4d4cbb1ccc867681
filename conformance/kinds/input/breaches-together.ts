/** Sends breaches of a schema together, if requests are limited: a refusal that names their places decides all of them. */
import { baseArguments } from "../../calls/arguments.ts";
import type { AnsweredCall } from "../../calls/completed-call.ts";
import type { Context } from "../../calls/context.ts";
import { applyEdits, type Edit, type Json, steps, valueAt } from "../../cases/edits.ts";
import type { InputCase } from "../../cases/format.ts";
import { isAtOrBelow } from "../../cases/places.ts";
import { isInvalidParams } from "../../judge/outcome.ts";
import { isOutputRefusal } from "../../judge/refusal.ts";
import { memoize } from "../../memoize.ts";
import type { InputCalls } from "./input-calls.ts";
import { type Explanation, listNamedPlaces } from "./named-places.ts";

/** Breaches in arguments of one base, none within another. */
interface Batch {
  readonly tool: string;
  readonly base: string;
  readonly breaches: Breach[];
}

interface Breach {
  readonly case: InputCase;
  readonly edit: Edit;
  /** The place that a refusal names: that of the invalid value, or of the missing or unknown member. */
  readonly place: string;
  /** The object that has the wrong member or form. A refusal may name it, or something in it. */
  readonly object?: string;
  /** The place that the breach changes. */
  readonly changed: string;
}

/** The most breaches in one call. Servers that list several problems list about ten. */
const mostTogether = 10;
/** The refusals after which a target is known to name one place at most. */
const mostTries = 3;
/** A longer value is sent alone, since bodies of requests are limited. */
const longest = 20_000;

/** Keywords whose error is about a member of the value. */
const aboutMember = new Set(["required", "additionalProperties", "unevaluatedProperties"]);
/** Keywords that an object breaks as a whole. */
const aboutForm = new Set(["oneOf", "anyOf"]);

export class BreachesTogether {
  readonly #context: Context;
  readonly #calls: InputCalls;
  readonly #batches: ReadonlyMap<InputCase, Batch>;
  readonly #namedIn = memoize((batch: Batch) => this.#send(batch));
  /** Base -> its arguments, with values that exist on the target. Refused calls use none of them up. */
  readonly #argumentsOf = memoize((base: string) => this.#makeArguments(base));
  /** The numbers of refusals that name several places, and of others. */
  readonly #refusals = { several: 0, others: 0 };

  /** @param cases arguments that must be refused, the most valuable first */
  constructor(cases: readonly InputCase[], context: Context, calls: InputCalls) {
    this.#context = context;
    this.#calls = calls;
    this.#batches = groupBreaches(cases, context);
  }

  /** Whether a call with several breaches was refused, and the refusal names the place of this one. */
  async isNamed(each: InputCase): Promise<boolean> {
    const batch = this.#batches.get(each);
    if (batch === undefined || this.#isInVain) return false;
    return (await this.#namedIn(batch)).has(each);
  }

  /** Whether the target names one place at most. */
  get #isInVain(): boolean {
    return this.#refusals.several === 0 && this.#refusals.others >= mostTries;
  }

  async #send(batch: Batch): Promise<ReadonlySet<InputCase>> {
    const { tool, base, breaches } = batch;
    const edits = breaches.map(({ edit }) => edit);
    const input = applyEdits(await this.#argumentsOf(base), edits);
    const { caller } = this.#context;
    const called = await caller.call(tool, input, caller.allScopes);
    const places = (await this.#isRefusal(called, base)) ? [...listNamedPlaces(explain(called))] : [];
    const named = breaches.filter((breach) => isNamedBy(places, breach, breaches));
    this.#refusals[named.length > 1 ? "several" : "others"]++;
    return new Set(named.map((breach) => breach.case));
  }

  #makeArguments(base: string): Promise<Json> {
    const { bindings, cases } = this.#context;
    return this.#calls.makeArguments({ tool: cases.bases[base]!.tool, base }, bindings.listShared());
  }

  /** Whether a call was refused for its arguments. A refusal without a code counts if valid arguments are not refused. */
  async #isRefusal({ outcome, exchange }: AnsweredCall, base: string): Promise<boolean> {
    if (isInvalidParams(exchange.answer)) return true;
    if (outcome.is !== "refusal" || isOutputRefusal(outcome.text)) return false;
    if (outcome.code !== undefined) return outcome.code === "invalid_input";
    return (await this.#calls.callBase(base)).outcome.is === "success";
  }
}

function explain({ outcome, exchange: { answer } }: AnsweredCall): Explanation {
  if (outcome.is === "refusal") {
    const { content: _, ...details } = outcome.result;
    return { text: outcome.text, details };
  }
  if (answer.kind !== "error") return { text: "", details: null };
  const details = answer.reply.messages.map(({ error }) => valueAt(error ?? null, "/data") ?? null);
  return { text: answer.message, details };
}

/**
 * Puts each breach into the first call that can have it too. Of the examples of a tool the largest comes first: it has most places.
 * Breaches that share a call with no other are left out.
 */
function groupBreaches(cases: readonly InputCase[], context: Context): ReadonlyMap<InputCase, Batch> {
  const batches: Batch[] = [];
  const basesOf = memoize((tool: string) => listBases(cases, tool, context));
  const breaks = memoize((base: string) => memoize((each: InputCase) => doesBreak(each, base, context)));
  const tagsOf = memoize((tool: string) => listTags(cases, tool));
  for (const breach of cases.flatMap((each) => toBreach(each, tagsOf(each.tool)) ?? [])) {
    const { tool, base } = breach.case;
    const fits = (other: string) => other === base || breaks(other)(breach.case);
    const batch = batches.find((some) => some.tool === tool && hasRoom(some, breach) && fits(some.base));
    if (batch) batch.breaches.push(breach);
    else batches.push({ tool, base: basesOf(tool).find(fits)!, breaches: [breach] });
  }
  const shared = batches.filter(({ breaches }) => breaches.length > 1);
  return new Map(shared.flatMap((batch) => batch.breaches.map((breach) => [breach.case, batch] as const)));
}

function listBases(cases: readonly InputCase[], tool: string, { cases: file }: Context): string[] {
  const bases = new Set(cases.flatMap((each) => (each.tool === tool ? [each.base!] : [])));
  const sizeOf = memoize((base: string) => JSON.stringify(baseArguments(file, base)).length);
  return [...bases].toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** Lists the names of members with a constant. They tell which form their object has, so a wrong one hides its other problems. */
function listTags(cases: readonly InputCase[], tool: string): ReadonlySet<string> {
  const ofTool = cases.filter((each) => each.tool === tool && each.breaks?.keyword === "const");
  return new Set(ofTool.map(({ breaks }) => steps(breaks!.path).at(-1)!));
}

/** Whether the edits of a case break the same keyword, and no other, in the arguments of another base. */
function doesBreak(each: InputCase, base: string, { cases, schemas }: Context): boolean {
  const input = baseArguments(cases, base);
  const [edit] = each.edits!;
  if ("remove" in edit! && valueAt(input, edit.remove) === undefined) return false;
  return schemas.findUnsoundness(each, applyEdits(input, each.edits!)) === undefined;
}

function hasRoom({ breaches }: Batch, { changed }: Breach): boolean {
  return breaches.length < mostTogether && breaches.every((other) => !areNested(other.changed, changed));
}

function areNested(one: string, other: string): boolean {
  return isAtOrBelow(one, other) || isAtOrBelow(other, one);
}

/** Whether one of the places that a refusal names is that of a breach, or is in an object that only this breach changes. */
function isNamedBy(places: readonly string[], breach: Breach, all: readonly Breach[]): boolean {
  const { place, object } = breach;
  if (places.includes(place)) return true;
  if (object === undefined || all.some((other) => other !== breach && isAtOrBelow(other.changed, object)))
    return false;
  return places.some((named) => isAtOrBelow(named, object));
}

/** Returns the breach of a case; nothing if it must be alone, since it changes the whole arguments or moves items of a list. */
function toBreach(each: InputCase, tags: ReadonlySet<string>): Breach | undefined {
  const [edit, ...others] = each.edits ?? [];
  if (edit === undefined || others.length > 0 || each.breaks === undefined || isLong(edit)) return undefined;
  const { keyword, path } = each.breaks;
  const edited = "set" in edit ? edit.set : edit.remove;
  if ("remove" in edit && /\/\d+$/.test(edited)) return undefined;
  const place = aboutMember.has(keyword) ? edited : path;
  const hasObject = path !== "" && (aboutMember.has(keyword) || aboutForm.has(keyword));
  const within = tags.has(steps(edited).at(-1) ?? "") ? [edited.replace(/\/[^/]*$/, "")] : [];
  const [changed = ""] = [edited, place, ...within].toSorted((a, b) => a.length - b.length);
  return changed === ""
    ? undefined
    : { case: each, edit, place, ...(hasObject && { object: path }), changed };
}

function isLong(edit: Edit): boolean {
  if ("remove" in edit || "to" in edit) return false;
  if ("wrap" in edit) return true;
  const part = "text" in edit ? edit.text : JSON.stringify("item" in edit ? edit.item : edit.entry);
  return part.length * edit.times > longest;
}
