/** Reads sentences about fields that are listed elsewhere, or about the whole form. */

import type { FormSettings, Language } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { splitAtAnd } from "./conjunctions.ts";
import { isKnown } from "./known.ts";
import { splitList } from "./list.ts";
import { readSettings } from "./settings.ts";
import { colonAt, splitOutside, withoutTrailing } from "./split.ts";

/** A sentence about fields that are listed elsewhere, or about the whole form. */
export type Remark =
  | {
      readonly kind: "required";
      readonly required: boolean;
      readonly fields: readonly string[] | "all";
      readonly except: readonly string[];
    }
  | { readonly kind: "title"; readonly text: string }
  | { readonly kind: "settings"; readonly settings: FormSettings }
  | {
      readonly kind: "languages";
      readonly languages: readonly Language[];
      /** English names of languages that forms cannot have. */
      readonly unknown: readonly string[];
      /** "Translated into German" keeps the language of the prompt. */
      readonly keepsOriginal: boolean;
    };

/** Reads a remark; undefined if the sentence is not one. */
export function readRemark(sentence: string, grammar: Grammar): Remark | undefined {
  const settings = readSettings(sentence);
  if (settings) return { kind: "settings", settings };
  return readRequired(sentence, grammar) ?? readTitle(sentence);
}

/** "Make phone optional", "Name and email are required", "All other fields are optional". */
function readRequired(sentence: string, grammar: Grammar): Remark | undefined {
  if (
    !sentence.includes(": ") &&
    !grammar.except.first(fold(sentence)) &&
    wordSet(instructionsIn(grammar.languages[0]!).vocabulary.allOptional ?? []).first(fold(sentence))
  )
    return { kind: "required", required: false, fields: "all", except: [] };
  const plain = withoutTrailing(sentence, " .!").replace(/(?<= (?:is|are)) needed$/i, " required");
  const text = exceptionFirst(plain, grammar);
  const folded = fold(text);
  const optional = grammar.optional.all(folded).at(-1);
  const required = grammar.required.all(folded).at(-1);
  const modifier = [optional, required].find((found) => found && closes(found.end, folded, grammar));
  if (!modifier) return undefined;
  const whole = text.slice(0, modifier.start).trim();
  const denied = modifier === required ? withoutNot(whole, grammar) : whole;
  if (denied !== whole || (modifier === optional && isDenial(modifier.phrase, grammar))) {
    const subject = withoutBe(denied, grammar).replace(/ n['’]$/, "");
    if (isListed(subject)) return undefined;
    if (subject !== "") return { kind: "required", required: false, ...scopeOf(subject, grammar) };
  }
  const subject =
    subjectOf(whole, grammar) ??
    (isAboutAll(whole, grammar) || areSeveral(whole, grammar) ? whole : undefined);
  if (subject === undefined || isListed(subject)) return undefined;
  return { kind: "required", required: modifier !== optional, ...scopeOf(subject, grammar) };
}

/** "Nombre y móvil obligatorios": several known fields, without a verb. */
function areSeveral(subject: string, grammar: Grammar): boolean {
  const parts =
    subject.includes(",") || grammar.languages[0] === "en" ? [] : splitAtAnd(subject, grammar, true);
  return parts.length > 1 && parts.every((part) => isKnown(part, grammar));
}

/** "Order: name, phone, note is not required" lists fields, of which the last is optional. */
function isListed(subject: string): boolean {
  return colonAt(subject) > 0 && splitOutside(subject.slice(colonAt(subject)), /,/g).length > 1;
}

/** "no es obligatorio": such a phrase for what is optional has its verb in it. */
function isDenial(phrase: string, grammar: Grammar): boolean {
  const { not = [], isNot = [] } = instructionsIn(grammar.languages[0]!).vocabulary;
  return wordSet([...isNot, ...not]).start(phrase) !== undefined;
}

/** "Telefon nie jest", "Phone is not": the subject, if the text denies what follows. */
function withoutNot(text: string, grammar: Grammar): string {
  const { not = [], isNot = [] } = instructionsIn(grammar.languages[0]!).vocabulary;
  const last = wordSet([...isNot, ...not])
    .all(fold(text))
    .at(-1);
  const behind = last ? fold(text).slice(last.end).trim() : "";
  if (!last || last.start === 0 || (behind !== "" && !grammar.copulas.is(behind))) return text;
  return text.slice(0, last.start).trim();
}

/** "all fields", "everything except the portfolio" */
function isAboutAll(text: string, grammar: Grammar): boolean {
  const except = grammar.except.first(fold(text));
  return grammar.all.is(fold(except ? text.slice(0, except.start) : text).trim());
}

/** "make all optional except email" -> "make all except email optional" */
function exceptionFirst(text: string, grammar: Grammar): string {
  const folded = fold(text);
  const except = grammar.except.first(folded);
  const before = except ? folded.slice(0, except.start).trimEnd() : "";
  const modifier = [grammar.optional, grammar.required]
    .map((set) => set.all(before).at(-1))
    .find((one) => one?.end === before.length);
  if (!except || !modifier || before === "") return text;
  return `${text.slice(0, modifier.start)}${text.slice(except.start)} ${text.slice(modifier.start, modifier.end)}`;
}

/** Whether the sentence ends here, or with a verb as in "soll optional sein". */
function closes(end: number, folded: string, grammar: Grammar): boolean {
  return end === folded.length || grammar.copulas.is(folded.slice(end));
}

/** "all fields", "everything except the company", "name and email". */
function scopeOf(
  subject: string,
  grammar: Grammar,
): { fields: readonly string[] | "all"; except: readonly string[] } {
  const folded = fold(subject);
  const except = grammar.except.first(folded);
  const main = except ? subject.slice(0, except.start).trim() : subject;
  const others = except ? splitList(subject.slice(except.end), grammar) : [];
  return { fields: grammar.all.is(fold(main)) ? "all" : splitList(main, grammar), except: others };
}

/** The subject of "make the phone number" or "phone and email should be"; undefined for other sentences. */
function subjectOf(before: string, grammar: Grammar): string | undefined {
  const folded = fold(before);
  const make = grammar.changeVerbs.start(folded);
  if (make && make.end < before.length) return withoutBe(before.slice(make.end).trim(), grammar);
  const shorter = withoutBe(before, grammar);
  return shorter === before || shorter === "" ? undefined : shorter;
}

function withoutBe(text: string, grammar: Grammar): string {
  const last = grammar.copulas.all(fold(text)).at(-1);
  return last?.end === text.length ? text.slice(0, last.start).trim() : text;
}

/** `Title: Summer party` */
function readTitle(sentence: string): Remark | undefined {
  const match = /^(?:form )?(?:title|titel|titre|título|titolo|tytuł)\s*:\s*(.+)$/iu.exec(sentence);
  return match
    ? { kind: "title", text: withoutTrailing(match[1]!.replace(/^["“„«]|["”“»]$/g, ""), " .") }
    : undefined;
}
