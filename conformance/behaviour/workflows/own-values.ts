/** Values of a workflow's calls that differ in each of its runs: idempotency keys, and words that name the place of an interval. */
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { withValuesAt } from "../../cases/places.ts";
import type { StepRule } from "../../cases/workflows.ts";
import type { Engine } from "../engine.ts";
import { findEntity } from "../instances/own-place.ts";
import { similarText } from "../instances/similar-text.ts";

/** The spec as far as these values depend on it. */
export interface OwnValuesOptions {
  readonly rules: Pick<Behaviour, "idempotency" | "overlaps" | "entities">;
  /** Whether arguments of a tool fit its schema. */
  fits(tool: string, input: Json): boolean;
  /** Whether the steps are performed for another case. Then they leave the places of the workflow itself free. */
  readonly isRepeated: boolean;
}

/** Makes the values of a run by an engine. */
export function makeOwnValues({ rules, context }: Engine, isRepeated: boolean): OwnValues {
  const fits = (tool: string, input: Json) => context.schemas.fits(tool, input);
  return new OwnValues({ rules, fits, isRepeated });
}

/** The values of one run. Equal values in two steps stay equal. */
export class OwnValues {
  readonly #options: OwnValuesOptions;
  /** Idempotency key in the spec -> idempotency key of this run. */
  readonly #keys = new Map<Json, Json>();
  /** Word in the spec -> word of this run. */
  readonly #words = new Map<string, string>();

  constructor(options: OwnValuesOptions) {
    this.#options = options;
  }

  /** Replaces the idempotency key. A key from an earlier step is new already. */
  withKey({ tool, expressions }: StepRule, input: JsonObject): Json {
    const key = this.#options.rules.idempotency[tool!]?.key;
    if (key === undefined || expressions.some(({ path }) => path === key)) return input;
    return withValuesAt(input, key, (old) => {
      const fresh = this.#keys.get(old) ?? (typeof old === "string" ? similarText(old) : old);
      this.#keys.set(old, fresh);
      return fresh;
    });
  }

  /**
   * Replaces the words that name a calendar, such as the login of an interviewer: the interval of the spec is there once. Ids of entities
   * are those of this run already. A word of an enumeration stays, since no other text fits.
   */
  withWords({ tool = "", expressions, live = [] }: StepRule, input: JsonObject): JsonObject {
    const { rules, isRepeated } = this.#options;
    const changing = new Set([...expressions, ...live].map(({ path }) => path));
    const places = isRepeated ? (rules.overlaps[tool] ?? []).flatMap(({ within }) => within) : [];
    return places
      .filter((place) => !changing.has(place))
      .filter((place) => findEntity(place, { tool, input, within: [place] }, rules) === undefined)
      .reduce((result, place) => this.#withWordAt(place, tool, result), input);
  }

  #withWordAt(place: string, tool: string, input: JsonObject): JsonObject {
    const word = valueAt(input, place);
    if (typeof word !== "string") return input;
    const fresh = this.#words.get(word) ?? similarText(word);
    const changed = applyEdits(input, [{ set: place, to: fresh }]) as JsonObject;
    if (!this.#options.fits(tool, changed)) return input;
    this.#words.set(word, fresh);
    return changed;
  }
}
