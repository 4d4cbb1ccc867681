/**
 * Knows a thing of the target by its history: the call that made it, and the calls that have changed it since. Two things of two runs
 * with one history have different ids, and what is shown of them is the same.
 */
import { createHash } from "node:crypto";
import { pointerStep, toPointer } from "@toolwright/runtime/json";
import type { Place } from "../cases/call-rules.ts";
import type { Json, JsonObject } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { listLeafValues, listLeaves, toPattern, valuesAt } from "../cases/places.ts";
import { type Scalar, SpecTexts, words } from "./spec-texts.ts";

/** Names a thing: its id, and before it the entity if the id is short or a number, which may be the id of another entity, too. */
type Thing = string;

/** Arguments in which histories stand for ids. */
export interface ToldArguments {
  readonly told: Json;
  /** The things that they name. */
  readonly things: ReadonlySet<Thing>;
}

/** A call, and its answer. */
export interface LearntCall {
  /** The tool or hook. */
  readonly tool: string;
  /** The key of the call: equal for one question of two runs. */
  readonly key: string;
  readonly input: Json;
  readonly output: Json;
  /** All that the result has beside its output. */
  readonly rest: Json;
  /** Whether it promises to change nothing. */
  readonly isReading: boolean;
}

/** Returns a short text that differs for different values. */
export function digest(...values: readonly Json[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}

/** The least length of a text that is the id of one thing alone. */
const uniqueLength = 8;

/** Stands for the id of a thing in an answer. */
const someId = "<id>";

type PlacesOfTool = ReadonlyMap<string, readonly { readonly path: string; readonly entity: string }[]>;

export class Histories {
  readonly #texts: SpecTexts;
  readonly #arguments: PlacesOfTool;
  readonly #results: PlacesOfTool;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #histories = new Map<Thing, string>();
  /** Ids that some call has sent before an answer showed them; these are not made by the target. */
  readonly #sent = new Set<Json>();

  constructor(file: CaseFile) {
    const { entities = {}, idempotency = {} } = file.behaviour ?? {};
    const places = (of: (rule: (typeof entities)[string]) => readonly Place[]): PlacesOfTool =>
      Map.groupBy(
        Object.entries(entities).flatMap(([entity, rule]) =>
          of(rule).map(({ tool, path }) => ({ tool, path, entity })),
        ),
        ({ tool }) => tool,
      );
    this.#texts = new SpecTexts(file);
    this.#arguments = places((rule) => rule.arguments);
    this.#results = places((rule) => rule.results);
    this.#keys = new Map(Object.entries(idempotency).map(([tool, { key }]) => [tool, key]));
  }

  /** Puts histories in the place of ids, and signs in that of times and of random words. */
  tell(tool: string, input: Json): ToldArguments {
    const things = new Set<Thing>();
    const declared = entitiesAt(this.#arguments.get(tool), input);
    const key = this.#keys.get(tool);
    const visit = (value: Json, path: readonly string[]): Json => {
      if (Array.isArray(value)) return value.map((item, index) => visit(item, [...path, String(index)]));
      if (typeof value === "object" && value !== null)
        return Object.fromEntries(
          Object.entries(value as JsonObject).map(([name, child]) => [name, visit(child, [...path, name])]),
        );
      const pointer = toPointer(path);
      if (pointer === key) return "<key>";
      const thing = this.#thingOf(value, declared.get(pointer));
      if (thing === undefined) return typeof value === "string" ? this.#tellText(value, things) : value;
      things.add(thing);
      return this.#show(thing);
    };
    return { told: visit(input, []), things };
  }

  /**
   * Notes what a call has sent, and the ids that its answer shows for the first time. The history of these begins with the call. A thing in
   * a list of a call that only reads was there before, and its place in the list says nothing of it: its history is its id, so that it is
   * compared only if it has that id in each run.
   */
  learn({ tool, key, input, output, rest, isReading }: LearntCall): void {
    for (const value of listLeafValues(input)) this.#sent.add(value);
    const begin = (thing: Thing, place: string) => {
      if (this.#histories.has(thing)) return;
      const wasThere = isReading && toPattern(place) !== place;
      this.#histories.set(thing, wasThere ? thing : digest(key, place));
    };
    for (const { path, entity } of this.#results.get(tool) ?? [])
      for (const { pointer, value } of valuesAt(output, path))
        if (isId(value)) begin(this.#nameOf(entity, value), pointer);
    for (const { pointer, value } of [...listLeaves(output), ...listLeaves(rest)])
      if (typeof value === "string" && !this.#sent.has(value) && this.#texts.isIdLike(value))
        begin(value, pointer);
  }

  /** Notes that a call has changed things. */
  change(things: ReadonlySet<Thing>, key: string): void {
    for (const thing of things) this.#histories.set(thing, digest(this.#histories.get(thing)!, key));
  }

  /** Finds the thing that an item of a list is about. @param place the pattern of the item */
  findThing(tool: string, place: string, item: Json): Thing | undefined {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
    const declared = this.#results.get(tool) ?? [];
    for (const [name, value] of Object.entries(item as JsonObject)) {
      const entity = declared.find(({ path }) => path === `${place}/${pointerStep(name)}`)?.entity;
      const thing = this.#thingOf(value as Json, entity);
      if (thing !== undefined) return thing;
    }
    return undefined;
  }

  historyOf(thing: Thing): string {
    return this.#histories.get(thing)!;
  }

  /**
   * Returns a value of an answer without times and ids (`exact`), and without random words, too (`loose`).
   *
   * @param place the pattern of the value in the output of the tool
   */
  readValue(value: Scalar, tool: string, place: string): { readonly exact: Scalar; readonly loose: Scalar } {
    const entity = this.#results.get(tool)?.find(({ path }) => path === place)?.entity;
    if (this.#thingOf(value, entity) !== undefined) return { exact: someId, loose: someId };
    if (typeof value !== "string") return { exact: value, loose: value };
    const exact = this.#texts
      .withoutTimes(value)
      .replace(words, (word) => (this.#histories.has(word) ? someId : word));
    return { exact, loose: exact.replace(words, (word) => this.#texts.withoutRandom(word)) };
  }

  #tellText(text: string, things: Set<Thing>): string {
    return this.#texts.withoutTimes(text).replace(words, (word) => {
      if (!this.#histories.has(word)) return this.#texts.withoutRandom(word);
      things.add(word);
      return this.#show(word);
    });
  }

  /** Finds the thing with an id, if an answer has shown it. @param entity what the spec says that the id is of */
  #thingOf(value: Json, entity: string | undefined): Thing | undefined {
    if (!isId(value)) return undefined;
    const named = entity === undefined ? value : this.#nameOf(entity, value);
    return typeof named === "string" && this.#histories.has(named) ? named : undefined;
  }

  #nameOf(entity: string, id: string | number): Thing {
    return typeof id === "string" && id.length >= uniqueLength ? id : `${entity} ${id}`;
  }

  #show(thing: Thing): string {
    return `<${this.#histories.get(thing)}>`;
  }
}

function isId(value: Json): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Returns pointer -> entity of the values at these places. */
function entitiesAt(
  places: readonly { readonly path: string; readonly entity: string }[] = [],
  input: Json,
): ReadonlyMap<string, string> {
  return new Map(
    places.flatMap(({ path, entity }) =>
      valuesAt(input, path).map(({ pointer }) => [pointer, entity] as const),
    ),
  );
}
