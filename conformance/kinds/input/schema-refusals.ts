/** Recognises refusals that come from a server's schema check, by refusals that the schema certainly caused. */
import { type Edit, edited, type Json, steps } from "../../cases/edits.ts";
import type { CaseFile, InputCase } from "../../cases/format.ts";
import { listLeaves } from "../../cases/places.ts";

/** The number of cases of a tool whose refusals are sampled. */
const sampled = 3;
/** The further ones, of other keywords: refusals of a length and of a type have other texts. */
const sampledKeywords = 6;

/** Arguments that certainly break the schema of a tool: the first cases, and one for each further keyword. */
export function listSamples({ cases }: CaseFile, tool: string): InputCase[] {
  const breaking = cases.filter(
    (each): each is InputCase => each.kind === "input" && each.tool === tool && each.expect === "refused",
  );
  const ofKeywords = new Map(breaking.toReversed().map((each) => [each.breaks?.keyword, each]));
  return [...new Set([...breaking.slice(0, sampled), ...[...ofKeywords.values()].slice(0, sampledKeywords)])];
}

/** The names of the arguments that the cases of a tool change. */
export function argumentsNamed({ cases }: CaseFile, tool: string): ReadonlySet<string> {
  const paths = cases.flatMap((each) =>
    each.kind === "input" && each.tool === tool && each.breaks ? [each.breaks.path] : [],
  );
  const names = paths.flatMap((path) => path.split("/")).filter((name) => /^\D/.test(name));
  return new Set(names.map((name) => name.toLowerCase()));
}

/** What is known of the texts with which a tool refuses arguments that break its schema. */
export class SchemaRefusals {
  /** The names of arguments, in lower case. */
  readonly #names: ReadonlySet<string>;
  /** The first phrases of the texts. */
  readonly #phrases: ReadonlySet<string>;
  /** What all texts about arguments begin with. */
  readonly #opening: string;
  /** The first phrases after the opening. */
  readonly #reasons: ReadonlySet<string>;

  /** @param ofValid the refusal of valid arguments, which is not about a mistake in them */
  constructor(texts: readonly string[], names: ReadonlySet<string>, ofValid?: string) {
    this.#names = names;
    this.#phrases = new Set(texts.map(firstPhrase));
    const explained = texts.filter((text) => this.#isAboutArgument(text));
    this.#opening = sharedOpening(explained);
    const reasons = new Set(explained.map((text) => this.#reasonIn(text)));
    if (ofValid !== undefined) reasons.delete(this.#reasonIn(ofValid));
    this.#reasons = reasons;
  }

  /** Whether the text begins like one of them. That is enough where refusals have codes. */
  resembles(text: string): boolean {
    return this.#phrases.has(firstPhrase(text));
  }

  /**
   * Whether the text also names an argument and gives the same reason as one of them. Libraries put one opening before
   * every refusal of arguments, those by hand-written rules too, and a tool may refuse everything for a reason of its own.
   */
  explains(text: string): boolean {
    return (
      this.#isAboutArgument(text) && text.startsWith(this.#opening) && this.#reasons.has(this.#reasonIn(text))
    );
  }

  #isAboutArgument(text: string): boolean {
    return splitWords(text).some((word) => this.#names.has(word));
  }

  #reasonIn(text: string): string {
    return firstPhrase(text.slice(this.#opening.length));
  }
}

/**
 * Whether a refusal is about the arguments that a case changes: its first paragraph names one of them, and says something else than
 * the refusal of the arguments without the change. Texts repeat values, which are not compared.
 */
export function isAboutChange(edits: readonly Edit[], input: Json, refusals: readonly string[]): boolean {
  const texts = listLeaves([input, edited(input, edits)]).map(({ value }) => String(value));
  const values = texts.filter((text) => text !== "").sort((a, b) => b.length - a.length);
  const [reason = "", otherReason] = refusals.map((refusal) =>
    values.reduce((rest, value) => rest.replaceAll(value, "…"), refusal.replace(/\n\s*\n.*/s, "")),
  );
  const names = edits.flatMap((edit) => steps("set" in edit ? edit.set : edit.remove));
  const words = splitWords(reason);
  const isNamed = names.some((name) => words.includes(name.toLowerCase()));
  return isNamed && otherReason !== undefined && reason !== otherReason;
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_$-]+/gu) ?? [];
}

/** What different texts have in common at their beginning, up to the end of a phrase. */
function sharedOpening(texts: readonly string[]): string {
  const [first = "", ...others] = new Set(texts);
  if (others.length === 0) return "";
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length++;
  return first.slice(0, length).match(/^.*[.:\n]\s*/s)?.[0] ?? "";
}

/** The text up to the first full stop, colon or line break, in lower case. */
function firstPhrase(text: string): string {
  return text
    .split(/[.:\n]/, 1)[0]!
    .trim()
    .toLowerCase();
}
