/** Reads a list in one sentence: `Sign-up for our camp: name, email (required) and age`, `Name, email`. */

import { groupAtEnd } from "./marks/groups.ts";
import type { Problem } from "./marks/problem.ts";
import { type Span, trimSpan } from "./marks/span.ts";
import { findOutside, splitAt } from "./marks/split.ts";
import { readTokens, type Token } from "./marks/tokens.ts";
import type { Notation } from "./questions/details.ts";
import { isClear, knownLabel } from "./questions/labels.ts";
import { readQuestion } from "./questions/question.ts";
import { isColon } from "./questions/question-signs.ts";
import type { QuestionText } from "./questions/question-text.ts";
import { oneOf } from "./words.ts";

export interface RequestText {
  /** The text before the list, without the words that ask for a form. */
  readonly title: Span | undefined;
  readonly questions: readonly QuestionText[];
  readonly problems: readonly Problem[];
}

/** The maximum number of words of a label: a longer one is a sentence. */
const MOST_WORDS = 8;

/** Reads a request. @returns undefined if the line has no such list, or its items are not names of questions */
export function readRequest(notation: Notation, line: Span): RequestText | undefined {
  const { coverage } = notation;
  const span = withoutFullStop(coverage.source, line);
  const list = listBehindColon(notation, span) ?? listBehindWords(notation, span) ?? listAlone(span);
  const parts = list && splitItems(notation, list.items);
  if (!list || !parts || (list.isAlone && parts.spans.length < 2)) return undefined;
  if (parts.spans.some((part) => endsWithin(coverage.source, part))) return undefined;
  coverage.addMark(list.items);
  const questions = parts.spans.flatMap((part) => readItem(notation, part) ?? []);
  const clear = questions.filter((question) => isClear(question, notation.words));
  const isRead =
    questions.length === parts.spans.length &&
    questions.every(isShort) &&
    (!list.isStrict || clear.length === questions.length);
  if (!isRead || isQuestion(notation, list)) {
    coverage.remove(line);
    return undefined;
  }
  // "Colour: red, green" has choices behind the colon, "Pets: name, colour" questions.
  const problems = innerLists(questions);
  // "first and last name" is one item, "email and size" are two: here the first part is clear by itself.
  const before = questions.at(-2);
  if (parts.joined && before && !isClear(before, notation.words))
    problems.push({ code: "or_unclear", span: parts.joined });
  if (clear.length === 0) problems.push({ code: "choices_or_questions", span: list.items });
  for (const word of parts.joins) coverage.addWord(word);
  coverage.addMark({ from: span.to, to: line.to });
  coverage.addWord(list.lead);
  return { title: readTitle(notation, list.head), questions, problems };
}

/** Whether a label is no sentence. A bracket at its end has details or examples, so its words do not count. */
function isShort({ label }: QuestionText): boolean {
  const whole = { from: 0, to: label.length };
  const end = groupAtEnd(label, whole)?.whole.from ?? whole.to;
  return readTokens(label, { from: 0, to: end }).filter(isWord).length <= MOST_WORDS;
}

/** Reports items that begin another list, as in `name, time: 10:00, 11:00`: it is not clear where that list ends. */
function innerLists(questions: readonly QuestionText[]): Problem[] {
  const hasColon = (label: string) =>
    findOutside(label, { from: 0, to: label.length }, (at) => isColon(label, at, label.length)) !== undefined;
  return questions
    .filter(({ label, isQuoted }) => !isQuoted && hasColon(label))
    .map(({ span }) => ({ code: "choices_or_questions", span }));
}

/** Whether what stands before the list is itself a question, so that the list is of its choices. */
function isQuestion({ coverage, words }: Notation, { head, lead }: List): boolean {
  if (coverage.slice(lead) !== ":") return false;
  return /[?？*)\]]$/.test(coverage.slice(head)) || knownLabel(coverage.slice(head), words) !== undefined;
}

/** An item without its article, where the article is no part of a label: "a shirt size (S | M)", but "A levels (number)". */
function readItem(notation: Notation, item: Span): QuestionText | undefined {
  const { coverage, words } = notation;
  const whole = readQuestion(notation, item);
  const tokens = readTokens(coverage.source, item);
  const article = words.at(tokens, 0, oneOf("request.article"));
  const first = article && tokens[article.to];
  const isCapital = /^\p{Lu}/u.test(coverage.source.slice(item.from, item.to));
  if (!first || (isCapital && whole && isClear(whole, words))) return whole;
  coverage.remove(item);
  const bare = readQuestion(notation, { from: first.from, to: item.to });
  if (bare && isClear(bare, words)) {
    coverage.addWord({ from: item.from, to: first.from });
    return bare;
  }
  coverage.remove(item);
  return readQuestion(notation, item);
}

/** Whether a sentence ends within an item, as in "phone. Thanks", but not in "Coming? (yes/no)": there is more than a list. */
function endsWithin(source: string, item: Span): boolean {
  const next = (at: number) => source.slice(at, Math.min(at + END_LENGTH, item.to));
  return findOutside(source, item, (at) => /^[.!?]\s(?!\s*[([])/.test(next(at))) !== undefined;
}

/** The number of characters from the end of a sentence that tell whether a bracket follows it. */
const END_LENGTH = 8;

interface List {
  readonly head: Span;
  /** The words or the colon that lead to the list. */
  readonly lead: Span;
  readonly items: Span;
  /** After words such as "with" other things may follow, so each item has to be a known question. */
  readonly isStrict: boolean;
  readonly isAlone?: boolean;
}

function listBehindColon({ coverage, words }: Notation, span: Span): List | undefined {
  const colon = findOutside(coverage.source, span, (at) => /^:\s/.test(coverage.source.slice(at, at + 2)));
  if (colon === undefined || colon === span.from) return undefined;
  const head = trimSpan(coverage.source, { from: span.from, to: colon });
  const tokens = readTokens(coverage.source, head);
  const at = tokens.findIndex((_, index) => words.at(tokens, index, LEAD)?.to === tokens.length);
  const lead = at === -1 ? colon : (tokens[at]?.from ?? colon);
  return {
    head: trimSpan(coverage.source, { from: head.from, to: lead }),
    lead: { from: lead, to: colon + 1 },
    items: trimSpan(coverage.source, { from: colon + 1, to: span.to }),
    isStrict: false,
  };
}

function listBehindWords({ coverage, words }: Notation, span: Span): List | undefined {
  const tokens = readTokens(coverage.source, span);
  for (let at = 1; at < tokens.length; at++) {
    const lead = words.at(tokens, at, LEAD);
    const first = lead && tokens[lead.to];
    const begin = tokens[at];
    if (!lead || !first || !begin) continue;
    return {
      head: trimSpan(coverage.source, { from: span.from, to: begin.from }),
      lead: { from: begin.from, to: first.from },
      items: { from: first.from, to: span.to },
      isStrict: true,
    };
  }
  return undefined;
}

/** Without a title, there must be several items, all known questions: a single line is a title or a question. */
function listAlone(items: Span): List {
  const before = { from: items.from, to: items.from };
  return { head: before, lead: before, items, isStrict: true, isAlone: true };
}

const LEAD = oneOf("request.lead");

interface Parts {
  readonly spans: readonly Span[];
  /** Words such as "and" between them. */
  readonly joins: readonly Span[];
  /** The last two with the word between them. */
  readonly joined: Span | undefined;
}

/** The items between commas; the last two may have "and" between them. */
function splitItems(notation: Notation, items: Span): Parts | undefined {
  const { coverage } = notation;
  const spans = splitAt(coverage.source, items, ",;")
    .map((part) => trimSpan(coverage.source, part))
    .filter(({ from, to }) => to > from);
  const last = spans.pop();
  if (!last) return undefined;
  const join = joinIn(notation, last, spans.length > 0);
  if (!join) return { spans: [...spans, last], joins: [], joined: undefined };
  const before = trimSpan(coverage.source, { from: last.from, to: join.from });
  const behind = trimSpan(coverage.source, { from: join.to, to: last.to });
  if (before.to === before.from) return { spans: [...spans, behind], joins: [join], joined: undefined };
  return { spans: [...spans, before, behind], joins: [join], joined: last };
}

function joinIn({ coverage, words }: Notation, item: Span, mayBegin: boolean): Span | undefined {
  const tokens = readTokens(coverage.source, item);
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if ("([".includes(token.key)) depth++;
    if (")]".includes(token.key)) depth--;
    const join = depth === 0 ? words.at(tokens, at, oneOf("joins.and")) : undefined;
    const end = join && tokens[join.to - 1];
    if (join && end && join.to < tokens.length && (at > 0 || mayBegin))
      return { from: token.from, to: end.to };
  }
  return undefined;
}

function isWord({ kind }: Token): boolean {
  return kind === "word" || kind === "number";
}

/** "Please create a sign-up for our camp" -> "sign-up for our camp". */
function readTitle(notation: Notation, head: Span): Span | undefined {
  const { coverage } = notation;
  const tokens = readTokens(coverage.source, head);
  const first = tokens[endOfOpener(notation, tokens)];
  coverage.addWord({ from: head.from, to: first?.from ?? head.to });
  if (!first) return undefined;
  const title = { from: first.from, to: head.to };
  // "A form with a name" says no title.
  if (notation.words.whole(coverage.slice(title), oneOf("request.form"))) {
    coverage.addWord(title);
    return undefined;
  }
  coverage.addText(title);
  return title;
}

const OPENER = oneOf("request.opener");

/** The first token behind words such as "please create a". */
export function endOfOpener({ words }: Pick<Notation, "words">, tokens: readonly Token[]): number {
  let at = 0;
  for (let found = words.at(tokens, 0, OPENER); found; found = words.at(tokens, at, OPENER)) at = found.to;
  return at;
}

function withoutFullStop(source: string, { from, to }: Span): Span {
  return trimSpan(source, { from, to: source.charAt(to - 1) === "." ? to - 1 : to });
}
