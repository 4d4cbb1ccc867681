/** Judges the result of a case: each demand is built, warned of, refused, or wrong in silence. */
import type { FormField, FormStructure, Language } from "../../generated/types.ts";
import type { Finding, Made, Outcome, Result } from "./answers.ts";
import { claims } from "./claims.ts";
import type { Case } from "./corpus.ts";
import { type FieldLine, hasAttribute, hasType, parseFieldLine } from "./field-checks.ts";
import { holds } from "./form-checks.ts";
import { key, readLabel } from "./labels.ts";
import { allowField } from "./other-readings.ts";
import { changesUnasked, isSame, unaskedParts } from "./unrequested-parts.ts";
import { isItemQuoted, isWarned, withoutGuesses } from "./warning-matches.ts";

export function judge(asked: Case, result: Result): Finding[] {
  const [allowed, wanted] = partition(asked.expected, (line) => line.startsWith(MAY));
  const lines = wanted.map(parseLine);
  const refusable = lines.find(({ check }) => check.startsWith("@refuse"));
  if (refusable !== undefined) return [judgeRefusal(refusable.check, result)];
  if ("refusal" in result) return lines.flatMap(({ check }) => refusedParts(check));
  const settings = allowed.map((line) => line.slice(MAY.length)).filter((line) => line.startsWith("@"));
  const each = { ...asked, expected: [...lines.map(({ check }) => check), ...settings] };
  const left = new Set(result.structure.pages.flatMap(({ fields }) => fields).filter(isAnswered));
  const fields = lines.map(({ check }) => (check.startsWith("@") ? undefined : parseFieldLine(check)));
  const claimed = claims(
    fields.filter((line) => line !== undefined),
    left,
    result.structure,
  );
  const found = new Map([...claimed].map(([line, field]) => [field, line]));
  const findings = lines.flatMap(({ check, words }, at) => {
    const line = fields[at];
    const judged = line ? judgeField(check, line, claimed.get(line), result) : judgeForm(check, each, result);
    const isQuoted =
      isWarned(words, result) ||
      (line !== undefined && isItemQuoted(line.labels, each.text, withoutGuesses(result)));
    return judged.map((finding) => (isQuoted ? markAsWarned(finding) : finding));
  });
  for (const line of allowed.filter((one) => !one.startsWith(`${MAY}@`)))
    allowField(line.slice(MAY.length), left, found, result);
  const unasked =
    each.task === "edits" ? changesUnasked(each, result, found) : unaskedParts(each, result, left, found);
  return [
    ...findings,
    ...unasked.map(
      ({ what, isNamed }): Finding => ({
        what,
        outcome: isNamed ? "warned" : "wrong in silence",
        expressible: false,
      }),
    ),
  ];
}

/** `@may time arrival` and `@may @pages`: additions that some correct readings of a prompt have and others do not. */
const MAY = "@may ";

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** A refused line has the parts that it would have in a form, so that refusals weigh as much as forms do. */
function refusedParts(check: string): Finding[] {
  const whats = check.startsWith("@")
    ? [check]
    : asks(parseFieldLine(check)).map(([what]) => `${check}: ${what}`);
  return whats.map((what) => ({ what, outcome: "refused", expressible: isExpressible(check) }));
}

/** Splits `@once ~one vote` into the check and the words of the prompt that ask for it. */
function parseLine(line: string): { check: string; words: string[] } {
  const [check = "", words = ""] = line.split(" ~");
  return { check, words: words.split("|").map(key).filter(Boolean) };
}

/** If a warning quotes the words of the prompt, it counts as a warning of their demand. */
function markAsWarned(finding: Finding): Finding {
  return finding.outcome === "wrong in silence" ? { ...finding, outcome: "warned" } : finding;
}

/** Demands with `@warn` are not supported by forms, so a warning must name them. */
function isExpressible(line: string): boolean {
  return !line.startsWith("@warn");
}

/** A refusal is never silent, whatever its words. Only a retryable refusal says nothing about the request. */
function judgeRefusal(line: string, result: Result): Finding {
  const words = line.split(" ").slice(1).join(" ").split("|").map(key);
  const finding = (outcome: Outcome): Finding => ({ what: line, outcome, expressible: false });
  if ("refusal" in result) return finding(result.retryable ? "wrong in silence" : "refused");
  const isNamed = result.warnings.some(({ message }) => words.some((word) => key(message).includes(word)));
  return finding(isNamed && words[0] !== "" ? "warned" : "wrong in silence");
}

function judgeForm(line: string, each: Case, result: Made): Finding[] {
  const [, name = "", value = ""] = /^@(\w+) ?(.*)$/.exec(line) ?? [];
  const finding = (outcome: Outcome): Finding[] => [
    { what: line, outcome, expressible: isExpressible(line) },
  ];
  if (name === "warn")
    return finding(
      isWarned(value.split("|").map(key), withoutGuesses(result)) ? "warned" : "wrong in silence",
    );
  if (name === "same") return finding(isSame(result.structure, each.language) ? "built" : "wrong in silence");
  if (holds(name, value, result.structure)) return finding("built");
  // The warning `answers_missing` says that points are not counted.
  const isUncounted = name === "score" && result.warnings.some(({ code }) => code === "answers_missing");
  const isNamed = isUncounted || isWarned([...listWarningWords(name, value, each), name], result);
  return finding(isNamed ? "warned" : "wrong in silence");
}

/** The words of a line for the whole form by which a warning names it. */
function listWarningWords(name: string, value: string, { language }: Case): string[] {
  // A prompt may write a date differently from the corpus, but its year is the same.
  if (name === "closes") return [value.slice(0, 4)];
  // Prompts speak of points. How many questions have some, a warning need not say.
  if (name === "score") return ["points"];
  const words = value.split(/[ ,|*]/).filter((word) => word.length > 1 || /^\d$/.test(word));
  return [...words, ...(name === "lang" ? words.map((code) => languageName(code, language)) : [])].map(key);
}

/** Prompts and their warnings have the names of languages, not their codes. */
function languageName(code: string, language: Language): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
}

function judgeField(line: string, wanted: FieldLine, field: FormField | undefined, result: Made): Finding[] {
  const { structure } = result;
  const asked = asks(wanted);
  if (!field) {
    const outcome = isWarned(listFieldWords(wanted), result) ? "warned" : "wrong in silence";
    return asked.map(([what]) => ({ what: `${line}: ${what}`, outcome, expressible: true }));
  }
  const words = [...wanted.labels.map((label) => label.replace(/^#/, "")), key(readLabel(field, structure))];
  const isOfType = hasType(wanted, field);
  return asked.map(([what, check]) => {
    if (check(field, structure)) return { what: `${line}: ${what}`, outcome: "built", expressible: true };
    const more =
      what
        .split("=")[1]
        ?.split(/[,:]/)
        .map((part) => key(part.replace(/^[<>!]/, ""))) ?? [];
    const told = followsFromType(what) && !isOfType ? result : withoutGuesses(result);
    const outcome = isWarned([...words, ...more], told) ? "warned" : "wrong in silence";
    return { what: `${line}: ${what}`, outcome, expressible: true };
  });
}

/** Parts of the label; where any label will do, the choices and rows. */
function listFieldWords({ labels, attributes }: FieldLine): string[] {
  if (labels[0] !== "*") return [...labels];
  return attributes
    .filter(([name]) => /^(c|rows)$/.test(name))
    .flatMap(([, value]) => value.split(/[,|]/).map(key));
}

type Check = (field: FormField, form: FormStructure) => boolean;

/** Returns the checks of a line: the type of the field, whether it is required, and each attribute. */
function asks(wanted: FieldLine): [string, Check][] {
  const { required, attributes } = wanted;
  return [
    ["type", (field) => hasType(wanted, field)],
    ...(required === undefined ? [] : [isRequired(required)]),
    ...attributes.map((one): [string, Check] => [
      one.join("="),
      (field, form) => hasAttribute(field, one, form),
    ]),
  ];
}

function isRequired(required: boolean): [string, Check] {
  return ["required", (field) => ("required" in field && field.required === true) === required];
}

/** Whether the word that a type was guessed says this too: a guessed text has no choices and no bounds. */
function followsFromType(what: string): boolean {
  return /^(type|c|rows|cols|min|max|minlen|len|pmin|pmax|files|other)(=|$)/.test(what);
}

function isAnswered({ type }: FormField): boolean {
  return type !== "section" && type !== "statement";
}
