/** Reads the lines of a form text, each by its own form and by the question above it. */

import { type Element, type FormDocument, toSection } from "./form-document.ts";
import { lineCutter } from "./marks/blanks.ts";
import { Coverage } from "./marks/coverage.ts";
import { type Letter, lettersIn } from "./marks/letters.ts";
import { type LineKind, logicalLine } from "./marks/lines.ts";
import { type Marker, readMarker } from "./marks/marker.ts";
import type { Problem } from "./marks/problem.ts";
import { type Span, trimSpan } from "./marks/span.ts";
import { isOnlyChoices, readMarked, readText } from "./questions/choices.ts";
import type { Notation } from "./questions/details.ts";
import { readDetailsBelow } from "./questions/details-below.ts";
import { isBoxBelow, type LinesAround, OpenQuestion } from "./questions/open-question.ts";
import { headingsIn, outlineProblems } from "./questions/outline.ts";
import type { OutlineLine } from "./questions/outline-line.ts";
import { isProse } from "./questions/prose.ts";
import { readQuestion } from "./questions/question.ts";
import { questionProblems } from "./questions/question-problems.ts";
import type { QuestionText } from "./questions/question-text.ts";
import { endOfTable, readTable } from "./questions/table.ts";
import { isTitle } from "./questions/title.ts";
import { clearLists, readClearList } from "./questions/unclear-lists.ts";
import { readRequest } from "./request.ts";
import { readSettings, type SettingText } from "./settings.ts";
import type { Words } from "./words.ts";

/** Reads a form text, in time that is linear in its length. */
export function readDocument(source: string, words: Words): FormDocument {
  const coverage = new Coverage(source);
  const reader = new DocumentReader({ coverage, words });
  reader.readAll();
  return reader.document();
}

class DocumentReader {
  readonly #notation: Notation;
  readonly #coverage: Coverage;
  readonly #cut = lineCutter();
  readonly #lines: { kind: LineKind; from: number; to: number }[] = [];
  #elements: Element[] = [];
  readonly #problems: Problem[] = [];
  readonly #comments: Span[] = [];
  #outline: OutlineLine[] = [];
  readonly #letters: ReadonlyMap<number, Letter>;
  #settings: readonly SettingText[] = [];
  #title: string | undefined;
  #description: Span | undefined;
  #isFirst = true;
  #sections = 0;
  /** The question that lines below may belong to, and how its own line began. */
  #open: OpenQuestion | undefined;
  /** The kind of the last line that is not blank. */
  #lastKind: LineKind | undefined;

  constructor(notation: Notation) {
    this.#notation = notation;
    this.#coverage = notation.coverage;
    this.#letters = lettersIn(notation.coverage.source);
  }

  readAll(): void {
    const { source } = this.#coverage;
    if (this.#readSentence(trimSpan(source, { from: 0, to: source.length }))) return;
    for (let from = 0; from < source.length; ) {
      from = this.#readLine(logicalLine(source, from));
    }
  }

  /** Reads a text that is one line and ends in a list. @returns whether the text is one */
  #readSentence(line: Span): boolean {
    const { source } = this.#coverage;
    const text = this.#coverage.slice(line);
    if (text === "" || /[\n\r]|^[#>|"“‹]|^\/\//.test(text)) return false;
    const request = readRequest(this.#notation, line);
    if (!request) return false;
    this.#title = request.title && this.#coverage.slice(request.title);
    this.#problems.push(...request.problems);
    for (const question of request.questions) this.#elements.push({ kind: "question", question });
    this.#add("request", { from: 0, to: source.length });
    return true;
  }

  document(): FormDocument {
    const { source } = this.#coverage;
    const comments = new Set(this.#comments.map(({ from }) => from));
    const lists = this.#readClearLists();
    const headings = this.#readHeadings();
    this.#problems.push(...this.#questions().flatMap((each) => questionProblems(this.#notation, each)));
    this.#problems.push(...outlineProblems(this.#outline, this.#title, this.#notation.words));
    return {
      source,
      lines: this.#lines.map((line) => ({ ...line, leaves: this.#coverage.leaves(line) })),
      title: this.#title,
      description: this.#description && this.#coverage.slice(this.#description),
      elements: this.#elements,
      settings: this.#settings,
      problems: this.#problems.toSorted((a, b) => a.span.from - b.span.from),
      comments: this.#comments,
      lists,
      headings,
      unread: this.#coverage.unread().filter(({ from }) => !comments.has(from)),
    };
  }

  /** @returns the labels of the questions whose lists could be meant otherwise */
  #readClearLists(): Span[] {
    const lists = clearLists(this.#outline, this.#notation.words);
    for (const list of lists) readClearList(this.#notation, list);
    const choices = new Set(lists.flatMap((list) => list.choices));
    const taken = new Set([...choices].map(({ question }) => question));
    this.#outline = this.#outline.filter((line) => !choices.has(line));
    this.#elements = this.#elements.filter((each) => each.kind !== "question" || !taken.has(each.question));
    return lists.filter(({ hasPlaces }) => !hasPlaces).map(({ line }) => line.question.labelSpan);
  }

  #readHeadings(): Span[] {
    const headings = new Set(headingsIn(this.#coverage.source, this.#outline, this.#notation.words));
    for (const { row } of headings) row.kind = "section";
    const taken = new Set([...headings].map(({ question }) => question));
    this.#outline = this.#outline.filter((line) => !headings.has(line));
    this.#elements = this.#elements.map((each) =>
      each.kind === "question" && taken.has(each.question) ? toSection(each.question) : each,
    );
    return [...taken].map(({ labelSpan }) => labelSpan);
  }

  #questions(): QuestionText[] {
    return this.#elements.flatMap((element) => (element.kind === "question" ? element.question : []));
  }

  /** @returns where the next line begins */
  #readLine(line: Span): number {
    const { source } = this.#coverage;
    const span = trimSpan(source, line);
    if (span.to === span.from) return this.#add("blank", line);
    const first = this.#isFirst;
    this.#isFirst = false;
    if (source.startsWith("//", span.from)) {
      this.#isFirst = first;
      return this.#readComment(line, span);
    }
    if (/^(?:-{3,}|={3,}|_{3,}|\*{3,})$/.test(this.#coverage.slice(span))) return this.#readRule(line, span);
    if (source[span.from] === "|") return this.#readTable(line);
    if (source[span.from] === "#") return this.#readHeading(line, span, first);
    if (source[span.from] === ">") return this.#readHelp(line, span);
    const part = this.#cut(source, line);
    return this.#readAsked(part, trimSpan(source, part), first);
  }

  /** Reads a line without a sign of its kind, or the part of one up to its first blank. */
  #readAsked(line: Span, span: Span, first: boolean): number {
    const { source } = this.#coverage;
    const marker = readMarker(source, line, span, this.#letters);
    if (this.#open?.takes(marker, this.#around())) return this.#readChoice(this.#open, line, span, marker);
    if (marker.kind === "none" && isProse(source, span, first)) return this.#readProse(line, span);
    return this.#readQuestion(line, span, marker, first);
  }

  #add(kind: LineKind, { from, to }: Span): number {
    this.#lines.push({ kind, from, to });
    if (kind !== "blank") this.#lastKind = kind;
    return to;
  }

  /** Quotes a comment in a warning, so that it is not mistaken for a part of the form. */
  #readComment(line: Span, span: Span): number {
    this.#coverage.addMark({ from: span.from, to: span.from + 2 });
    this.#comments.push(trimSpan(this.#coverage.source, { from: span.from + 2, to: span.to }));
    return this.#add("comment", line);
  }

  /** `---`: settings follow, or nothing. */
  #readRule(line: Span, span: Span): number {
    this.#coverage.addMark(span);
    this.#add("separator", line);
    this.#open = undefined;
    const settings = readSettings(this.#notation, line.to);
    if (!settings) return line.to;
    this.#settings = settings.settings;
    this.#problems.push(...settings.problems);
    return this.#add("setting", { from: line.to, to: settings.to });
  }

  /** The first line is the title; later `#` begins a page, `##` a heading. */
  #readHeading(line: Span, span: Span, isFirst: boolean): number {
    const { source } = this.#coverage;
    let { from } = span;
    while (source[from] === "#") from++;
    const level = from - span.from;
    this.#coverage.addMark({ from: span.from, to: from });
    const rest = trimSpan(source, { from, to: span.to });
    const text = rest.to > rest.from ? this.#coverage.slice(readText(this.#notation, rest)) : undefined;
    this.#open = undefined;
    this.#sections++;
    if (isFirst && level === 1) {
      this.#title = text;
      return this.#add("title", line);
    }
    if (level === 1) this.#elements.push({ kind: "page", title: text, span: rest });
    else if (text !== undefined) this.#elements.push({ kind: "section", label: text });
    return this.#add(level === 1 ? "page" : "section", line);
  }

  /** `> …`: the help of the part above, or the description of the form. */
  #readHelp(line: Span, span: Span): number {
    const { source } = this.#coverage;
    const rest = trimSpan(source, { from: span.from + 1, to: span.to });
    this.#coverage.addMark({ from: span.from, to: span.from + 1 });
    if (rest.to === rest.from) return this.#add("help", line);
    const last = this.#elements.at(-1);
    if (!last) {
      if (this.#description) return this.#add("help", line);
      this.#description = readText(this.#notation, rest);
      return this.#add("description", line);
    }
    const target = last.kind === "question" ? last.question : last;
    if ("kind" in target && target.kind === "page") return this.#add("help", line);
    if (target.help === undefined) target.help = this.#coverage.slice(readText(this.#notation, rest));
    return this.#add("help", line);
  }

  #readTable(line: Span): number {
    const table = readTable(this.#notation, line.from);
    const open = this.#open?.question;
    if (!table || !open || open.choices.length > 0 || open.rows) {
      const whole = { from: line.from, to: endOfTable(this.#coverage.source, line.from) };
      this.#problems.push({ code: "table_unclear", span: trimSpan(this.#coverage.source, line) });
      return this.#add("table", whole);
    }
    open.rows = [...table.rows];
    open.choices.push(...table.columns);
    return this.#add("table", { from: line.from, to: table.to });
  }

  #around(): LinesAround {
    return { source: this.#coverage.source, letters: this.#letters, lastKind: this.#lastKind };
  }

  #readChoice({ question }: OpenQuestion, line: Span, span: Span, marker: Marker): number {
    this.#coverage.addMark({ from: span.from, to: marker.from });
    const isSaid = question.details.some(({ kind }) => kind === "type");
    if (marker.kind === "box" && !isSaid)
      question.details.push({ kind: "type", type: marker.isSquare ? "multiple_choice" : "single_choice" });
    question.choices.push(...readMarked(this.#notation, { from: marker.from, to: span.to }, marker));
    return this.#add("choice", line);
  }

  /** Before the first question, prose is the description, with all its lines; later it is a note between questions. */
  #readProse(line: Span, span: Span): number {
    this.#open = undefined;
    if (this.#elements.length > 0) {
      const text = readText(this.#notation, span);
      this.#elements.push({ kind: "note", label: this.#coverage.slice(text) });
      return this.#add("note", line);
    }
    if (this.#description === undefined) {
      this.#coverage.addText(span);
      this.#description = span;
      return this.#add("description", line);
    }
    if (
      this.#lastKind === "description" &&
      this.#coverage.source.charAt(this.#description.from - 1) !== ">"
    ) {
      this.#coverage.addText({ from: this.#description.to, to: span.to });
      this.#description = { from: this.#description.from, to: span.to };
    }
    return this.#add("description", line);
  }

  #readQuestion(line: Span, span: Span, marker: Marker, isFirst: boolean): number {
    const body = trimSpan(this.#coverage.source, { from: marker.from, to: span.to });
    const question = readQuestion(this.#notation, body);
    if (!question) return this.#add(readDetailsBelow(this.#notation, body, this.#open?.question), line);
    if (
      isFirst &&
      marker.kind === "none" &&
      isTitle(question, this.#notation.words) &&
      !isBoxBelow(span, this.#around())
    ) {
      this.#coverage.remove(span);
      const text = /:$/.test(this.#coverage.slice(span)) ? { from: span.from, to: span.to - 1 } : span;
      this.#coverage.addMark(span);
      this.#title = this.#coverage.slice(readText(this.#notation, trimSpan(this.#coverage.source, text)));
      return this.#add("title", line);
    }
    this.#coverage.addMark({ from: span.from, to: marker.from });
    if (isOnlyChoices(this.#coverage.source, body, marker))
      question.problems.push({ code: "line_unlike", span });
    if (marker.kind === "box" && question.details.length === 0)
      question.details.push({ kind: "type", type: "consent" });
    const isApart = this.#lines.at(-1)?.kind !== "question";
    this.#elements.push({ kind: "question", question });
    this.#open = new OpenQuestion(question, marker);
    const next = this.#add("question", line);
    this.#outline.push({ question, marker, row: this.#lines.at(-1)!, section: this.#sections, isApart });
    return next;
  }
}
