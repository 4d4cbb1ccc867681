/** Recognises refusals by a server's schema check: compares them with refusals that the schema certainly caused. */
import { applyEdits, type Edit, type Json, steps } from "../../cases/edits.ts";
import type { CaseFile, InputCase } from "../../cases/format.ts";
import { listLeaves } from "../../cases/places.ts";

/** The number of cases of a tool whose refusals are sampled. */
const sampled = 3;
/** The number of additional cases for other keywords, since refusals of a length and of a type have different texts. */
const sampledKeywords = 6;

/** Lists cases whose arguments certainly break the schema of a tool: the first cases, and one for each further keyword. */
export function listSamples({ cases }: CaseFile, tool: string): InputCase[] {
  const breaking = cases.filter(
    (each): each is InputCase => each.kind === "input" && each.tool === tool && each.expect === "refused",
  );
  const ofKeywords = new Map(breaking.toReversed().map((each) => [each.breaks?.keyword, each]));
  return [...new Set([...breaking.slice(0, sampled), ...[...ofKeywords.values()].slice(0, sampledKeywords)])];
}

/** Lists the names of the arguments that the cases of a tool change. */
export function listArgumentNames({ cases }: CaseFile, tool: string): ReadonlySet<string> {
  const paths = cases.flatMap((each) =>
    each.kind === "input" && each.tool === tool && each.breaks ? [each.breaks.path] : [],
  );
  const names = paths.flatMap((path) => path.split("/")).filter((name) => /^\D/.test(name));
  return new Set(names.map((name) => name.toLowerCase()));
}

/** The known texts with which a tool refuses arguments that break its schema. */
export class SchemaRefusals {
  /** The names of arguments, in lower case. */
  readonly #names: ReadonlySet<string>;
  /** The first phrases of the texts. */
  readonly #phrases: ReadonlySet<string>;
  /** The common beginning of all texts about arguments. */
  readonly #opening: string;
  /** Whether the opening is not known, since there is one text about arguments. Its reason is its first line. */
  readonly #isAlone: boolean;
  /** The first phrases after the opening. */
  readonly #reasons: ReadonlySet<string>;

  /** @param ofValid the refusal of valid arguments, which is not caused by a mistake in them */
  constructor(texts: readonly string[], names: ReadonlySet<string>, ofValid?: string) {
    this.#names = names;
    this.#phrases = new Set(texts.map(firstPhrase));
    const explained = texts.filter((text) => this.#isAboutArgument(text));
    this.#opening = findSharedOpening(explained);
    this.#isAlone = new Set(explained).size === 1;
    const reasons = new Set(explained.map((text) => this.#reasonIn(text)));
    if (ofValid !== undefined) {
      reasons.delete(this.#reasonIn(ofValid));
      // A list of problems may come in another order each time.
      const listed = ofValid.split("\n").filter((line) => line.startsWith(this.#opening));
      for (const line of listed) reasons.delete(this.#reasonIn(line));
    }
    this.#reasons = reasons;
  }

  /** Whether the text begins like a known one. That is sufficient if refusals have codes. */
  resembles(text: string): boolean {
    return this.#phrases.has(firstPhrase(text));
  }

  /**
   * Whether the text also names an argument and has the same reason as a known one. Libraries begin every refusal of arguments with
   * the same words, also those by hand-written rules, and a tool may refuse everything for its own reason.
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
    return this.#isAlone ? text.split("\n", 1)[0]! : firstPhrase(text.slice(this.#opening.length));
  }
}

/**
 * Whether a refusal is about the arguments that a case changes: its first paragraph names one of them, and differs from the refusal
 * of the unchanged arguments. Values that the texts repeat are not compared, and neither is the order of lines.
 */
export function isAboutChange(edits: readonly Edit[], input: Json, refusals: readonly string[]): boolean {
  const inputs = [input, applyEdits(input, edits)];
  const [reason = "", otherReason] = refusals.map((refusal) => reasonWithoutValues(refusal, inputs));
  const names = edits.flatMap((edit) => steps("set" in edit ? edit.set : edit.remove));
  const words = splitWords(reason);
  const isNamed = names.some((name) => words.includes(name.toLowerCase()));
  return isNamed && otherReason !== undefined && sortLines(reason) !== sortLines(otherReason);
}

/**
 * Whether two refusals have the same reason: their first paragraphs differ only in values that were sent, of which one may be empty, and
 * in the order of lines.
 */
export function isSameReason(refusals: readonly [string, string], inputs: readonly Json[]): boolean {
  const [reason, otherReason] = refusals.map((refusal) =>
    sortLines(reasonWithoutValues(refusal, inputs)).replaceAll("…", ""),
  );
  return reason === otherReason;
}

/** Returns the first paragraph of a refusal without the values of the arguments, also as JSON has them. */
function reasonWithoutValues(refusal: string, inputs: readonly Json[]): string {
  const texts = listLeaves(inputs).map(({ value }) => String(value));
  const values = [...texts, ...texts.map((text) => JSON.stringify(text).slice(1, -1))]
    .filter((text) => text !== "")
    .sort((a, b) => b.length - a.length);
  const reason = refusal.replace(/\n\s*\n.*/s, "");
  return values.reduce((rest, value) => rest.replaceAll(value, "…"), reason);
}

function sortLines(text: string): string {
  return text.split("\n").sort().join("\n");
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_$-]+/gu) ?? [];
}

/** Returns the common beginning of different texts, up to the end of a phrase. One text alone does not show where its reason begins. */
function findSharedOpening(texts: readonly string[]): string {
  const [first = "", ...others] = new Set(texts);
  if (others.length === 0) return "";
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length++;
  return first.slice(0, length).match(/^.*[.:\n]\s*/s)?.[0] ?? "";
}

/** Returns the text up to the first full stop, colon or line break, in lower case. */
function firstPhrase(text: string): string {
  return text
    .split(/[.:\n]/, 1)[0]!
    .trim()
    .toLowerCase();
}
