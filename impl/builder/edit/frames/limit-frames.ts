/** Frames for what a field accepts: numbers, lengths, days, how many choices, addresses. */
import type { FormField } from "../../../../generated/types.ts";
import { phraseKey } from "../../lexicon/fold.ts";
import { wordsIn } from "../../lexicon/lexicon.ts";
import { capacityOf } from "../capacity.ts";
import { severalAnswers } from "../choices.ts";
import { allFields } from "../context.ts";
import {
  isOfYears,
  limit,
  maxSelections,
  notDomain,
  notFuture,
  notPast,
  onlyDomain,
  wholeNumbers,
} from "../limits.ts";
import type { Clause } from "./clause.ts";
import type { Cue } from "./cue-lists.ts";
import type { Frame } from "./frame.ts";
import { nameOf, takeTopics } from "./topics.ts";

/** Lowest and highest of what is accepted. */
interface Bounds {
  readonly min?: number | string;
  readonly max?: number | string;
}

const LIMITED: ReadonlySet<string> = new Set([
  "short_text",
  "long_text",
  "number",
  "date",
  "file_upload",
  "rating",
  "scale",
]);

/** "whole numbers only for the guests, 0 up to 8", "200 characters is plenty for the comments" */
export const setBounds: Frame = (clause) => {
  const fields = takeTopics(clause, ({ type }) => LIMITED.has(type));
  const [field] = fields;
  if (!field || fields.length > 1 || clause.has("per")) return undefined;
  clause.take(({ number, text }) => number === undefined && isUnit(text, field, clause));
  const isWhole = clause.cue("wholeNumbers");
  const bounds = takeBounds(clause, field);
  if (!bounds && !isWhole) return undefined;
  clause.cue("limit", "allow", "accept", "change", "put", "only");
  if (field.type === "number") clause.take(({ kind }) => kind === "number");
  if (!clause.isDone()) return undefined;
  if (isWhole && field.type !== "number") return undefined;
  const { context } = clause;
  const what = nameOf(field, clause);
  return () =>
    (!bounds || limit({ what, value: worded(bounds, field) }, context)) &&
    (!isWhole || wholeNumbers({ what }, context));
};

/** Whether a word says what the numbers count, for the type of the field: letters of a text, people of a number. */
function isUnit(text: string, field: FormField, { context }: Clause): boolean {
  const { type } = field;
  const key = phraseKey(text);
  const units = context.instructionLanguages.map((language) => wordsIn(language).units);
  const has = (lists: readonly string[]) =>
    lists.some((list) => list.split(",").some((one) => phraseKey(one) === key));
  if (type === "short_text" || type === "long_text") return has(units.map(({ characters }) => characters));
  if (type === "file_upload") return has(units.map(({ files }) => files));
  if (type === "rating") return has(units.map(({ stars }) => stars));
  if (type === "number" && isOfYears(field, context)) return has(units.map(({ years }) => years));
  return false;
}

function takeBounds(clause: Clause, field: FormField): Bounds | undefined {
  const isDay = field.type === "date";
  const marks = clause.take(({ number, value }) => (isDay ? value === "day" : number !== undefined));
  const values = marks.map(({ number, text }) => (isDay ? text : number!));
  const isDenied = clause.cue("negation");
  const takes = (...cues: readonly Cue[]) => clause.cue(...cues);
  const [atMost, atLeast] = [takes("atMost", "orLess", "enough"), takes("atLeast", "orMore")];
  const [more, less] = [
    takes("moreThan") || (isDay && takes("after")),
    takes("lessThan") || (isDay && takes("before")),
  ];
  const [first, second] = values;
  if (values.length === 2 && !isDenied && !more && !less) {
    clause.take(({ cues }) => cues.has("between") || cues.has("to"));
    clause.take(isRange);
    return { min: first!, max: second! };
  }
  if (values.length !== 1 || first === undefined) return undefined;
  if ((atMost || (isDenied && more)) && !atLeast && !less && (!isDenied || more)) return { max: first };
  if ((atLeast || (isDenied && less)) && !atMost && !more && (!isDenied || less)) return { min: first };
  return undefined;
}

function isRange({ text, separator }: { text: string; separator?: string | undefined }): boolean {
  return separator !== undefined || RANGE.has(phraseKey(text));
}

/** Words between the ends of a range that the lists of languages have as ranges. */
const RANGE: ReadonlySet<string> = new Set(["from", "through", "until", "till", "up to", "bis", "von"]);

/** As `limit` reads it: English is understood beside every language. */
function worded({ min, max }: Bounds, { type }: FormField): string {
  const unit = type.endsWith("text") ? " characters" : type === "file_upload" ? " files" : "";
  if (type === "date") {
    if (min !== undefined && max !== undefined) return `between ${min} and ${max}`;
    return max === undefined ? `from ${min}` : `until ${max}`;
  }
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  return max === undefined ? `at least ${min}${unit}` : `at most ${max}${unit}`;
}

/** "Nobody should be able to pick a day that has passed" */
export const setDays: Frame = (clause) => {
  const fields = takeTopics(clause, ({ type }) => type === "date");
  const [field] = fields.length > 0 ? fields : onlyDate(clause);
  if (!field || fields.length > 1) return undefined;
  const isDenied = clause.has("past") || clause.has("future") ? clause.cue("negation") : false;
  const isOnly = clause.cue("only");
  // "in the past" says what is accepted by itself, and what is not behind a "not".
  const [noPast, noFuture] = isDenied ? [false, false] : [clause.cue("noPast"), clause.cue("noFuture")];
  const [past, future] = [clause.cue("past"), clause.cue("future")];
  clause.cue("choose", "allow", "accept");
  clause.take(({ asks, field: named }) => asks === "date" && !named);
  if ([past, future, noPast, noFuture].filter(Boolean).length !== 1 || !clause.isDone()) return undefined;
  if ((past || future) && !isDenied && !isOnly) return undefined;
  const isFrom = noPast || (past && isDenied) || (future && !isDenied);
  const action = isFrom ? notPast : notFuture;
  return () => action({ what: nameOf(field, clause) }, clause.context);
};

function onlyDate({ context }: Clause): readonly FormField[] {
  const dates = allFields(context.form).filter(({ type }) => type === "date");
  return dates.length === 1 ? dates : [];
}

/** "nobody with a gmail.com address please", "the email must be a work address at acme.example" */
export const setDomains: Frame = (clause) => {
  const domains = clause.take(({ value }) => value === "domain").map(({ text }) => text);
  if (domains.length === 0) return undefined;
  const isRefused = clause.cue("negation", "refuse");
  const isOnly = clause.cue("only");
  clause.fields(({ type }) => type === "email");
  clause.cue("emails", "allow", "accept", "end", "endWith", "limit");
  if ((isRefused && isOnly) || !clause.isDone()) return undefined;
  const action = isRefused ? notDomain : onlyDomain;
  return () => action({ domain: domains.join(", ") }, clause.context);
};

/** "Let them choose only one dietary requirement", "People may pick as many sizes as they like" */
export const setSelections: Frame = (clause) => {
  const fields = takeTopics(clause, (field) => "choices" in field);
  const [field] = fields;
  if (!field || fields.length > 1 || clause.has("per")) return undefined;
  const isSeveral = clause.cue("several");
  const numbers = clause.numbers();
  const isOne = clause.cue("onlyOne");
  const isDenied = clause.has("moreThan") && clause.cue("negation");
  const isMost = isDenied ? clause.cue("moreThan") : clause.cue("atMost", "only", "limit");
  clause.cue("choose", "option", "optionTo", "allow", "accept", "only");
  if (!clause.isDone() || numbers.length > 1) return undefined;
  const what = nameOf(field, clause);
  const [n] = numbers;
  if (isOne || (n === 1 && isMost)) {
    return isSeveral ? undefined : () => maxSelections({ what, n: "1" }, clause.context);
  }
  if (isSeveral && n === undefined) return () => severalAnswers({ what }, clause.context);
  if (!isMost || n === undefined) return undefined;
  return () => maxSelections({ what, n: String(n) }, clause.context);
};

/** "Give each size a limit of 25" */
export const setCapacities: Frame = (clause) => {
  if (!clause.cue("per")) return undefined;
  const fields = takeTopics(clause, (field) => "choices" in field);
  const numbers = clause.numbers();
  clause.cue("atMost", "only", "limit", "responses", "option", "left", "put");
  const [n] = numbers;
  if (fields.length !== 1 || numbers.length !== 1 || n === undefined || !clause.isDone()) return undefined;
  return () => capacityOf({ n: String(n), what: nameOf(fields[0]!, clause) }, clause.context);
};
