/** Collects what one line says of its question. */
import { blanksIn } from "../marks/blanks.ts";
import { boxesIn, textsBehind } from "../marks/boxes.ts";
import { type Group, groupAtEnd } from "../marks/groups.ts";
import type { Problem } from "../marks/problem.ts";
import { readQuotation } from "../marks/quotes.ts";
import { type Span, trimSpan } from "../marks/span.ts";
import { findOutside, splitAt } from "../marks/split.ts";
import { readTokens } from "../marks/tokens.ts";
import { ofGroup, oneOf } from "../words.ts";
import { bareDetails } from "./bare-details.ts";
import { type ChoiceText, readChoice, readChoices, readText, writeBrackets } from "./choices.ts";
import type { Detail } from "./detail.ts";
import { type Notation, readDetails } from "./details.ts";

import { isColon, listBehindQuestionMark, wordsBehindLabel } from "./question-signs.ts";
import type { QuestionText } from "./question-text.ts";

/** Details without brackets in one line. A line of thousands would take minutes, since each is looked for in all that is left. */
const MOST_BARE = 8;

/** Stars, blanks and brackets behind one label. Each is looked for in all that is left, too. */
const MOST_ENDS = 16;

/** A question while its line is read. */
export class Draft {
  readonly #notation: Notation;
  readonly #span: Span;
  readonly #details: Detail[] = [];
  readonly #choices: ChoiceText[] = [];
  readonly #problems: Problem[] = [];
  #label: Span = { from: 0, to: 0 };
  #hasStar = false;
  #hasBlank = false;
  #hasBareDetails = false;
  #bracketList: Span | undefined;

  constructor(notation: Notation, span: Span) {
    this.#notation = notation;
    this.#span = span;
  }

  label(span: Span): void {
    this.#label = readText(this.#notation, span);
  }

  /** The question whose label and what stands behind it are in a span. */
  questionWith(span: Span): QuestionText | undefined {
    const { coverage } = this.#notation;
    const left = trimSpan(coverage.source, this.#bold(this.#readAllEnds(span)));
    if (left.to === left.from) return undefined;
    const isQuoted = readQuotation(coverage.source, left.from, left.to)?.to === left.to;
    this.label(left);
    if (!isQuoted) this.#lookBeforeQuestionMark(left);
    return this.question({ isQuoted });
  }

  /** `How many (max 2)?`: details are behind the question mark, since a label is one piece of the text. */
  #lookBeforeQuestionMark(label: Span): void {
    const { coverage } = this.#notation;
    if (!/[?？]/.test(coverage.source.charAt(label.to - 1))) return;
    const group = groupAtEnd(
      coverage.source,
      trimSpan(coverage.source, { from: label.from, to: label.to - 1 }),
    );
    const details = group && readDetails(this.#notation, group.inner);
    const isLost = details?.unread.length === 0 && details.details.some(({ kind }) => kind === "bound");
    if (group && isLost) this.#problems.push({ code: "details_outside", span: group.whole });
  }

  question({ isQuoted }: Pick<QuestionText, "isQuoted">): QuestionText {
    const { coverage } = this.#notation;
    return {
      span: this.#span,
      label: coverage.slice(this.#label),
      labelSpan: this.#label,
      isQuoted,
      hasStar: this.#hasStar,
      hasBlank: this.#hasBlank,
      hasBareDetails: this.#hasBareDetails,
      details: this.#details,
      choices: this.#choices,
      problems: this.#problems,
      bracketList: this.#bracketList ?? (isQuoted ? undefined : this.#listBehind()),
    };
  }

  #listBehind(): Span | undefined {
    const { source } = this.#notation.coverage;
    return listBehindQuestionMark(source, this.#label) ?? wordsBehindLabel(source, this.#label);
  }

  /** Reads stars, brackets and blank lines from the end. @returns the rest before them */
  readEnds(span: Span): Span {
    let left = trimSpan(this.#notation.coverage.source, span);
    for (let count = 0; count < MOST_ENDS; count++) {
      const shorter = this.#readStar(left) ?? this.#readBlank(left) ?? this.#readBrackets(left);
      if (shorter === undefined) return left;
      left = trimSpan(this.#notation.coverage.source, shorter);
    }
    this.#problems.push({ code: "details_unread", span: left });
    return left;
  }

  /** The ends of a label may be without brackets, too. */
  #readAllEnds(span: Span): Span {
    let left = this.readEnds(span);
    for (let count = 0; count < MOST_BARE; count++) {
      const shorter = this.#readBareDetails(left);
      if (!shorter) return left;
      left = this.readEnds(shorter);
    }
    this.#problems.push({ code: "details_outside", span: left });
    return left;
  }

  #readStar(span: Span): Span | undefined {
    const { coverage } = this.#notation;
    const isStar =
      coverage.source[span.to - 1] === "*" && coverage.source[span.to - 2] !== "*" && span.to > span.from;
    if (!isStar) return undefined;
    this.#hasStar = true;
    coverage.addMark({ from: span.to - 1, to: span.to });
    return { from: span.from, to: span.to - 1 };
  }

  /** `______`, `......`. */
  #readBlank(span: Span): Span | undefined {
    const { coverage } = this.#notation;
    const blank = blanksIn(coverage.source, span).at(-1);
    if (blank?.to !== span.to) return undefined;
    this.#hasBlank = true;
    coverage.addMark(blank);
    return { from: span.from, to: blank.from };
  }

  #readBrackets(span: Span): Span | undefined {
    const { coverage } = this.#notation;
    const group = groupAtEnd(coverage.source, span);
    const before = coverage.source.charAt((group?.whole.from ?? 0) - 1);
    if (!group || !(before === "" || /[\s"”›*]/.test(before))) return undefined;
    const details = readDetails(this.#notation, group.inner);
    if (!details && !this.#readBracketChoices(group)) {
      this.#lookAtBracket(group.inner);
      return undefined;
    }
    if (details) {
      writeBrackets(this.#notation, group);
      details.write();
      this.#details.push(...details.details);
      for (const unread of details.unread) coverage.remove(unread);
    }
    return { from: span.from, to: group.whole.from };
  }

  /** `Age 18 to 99`, `Name - short text - required`. */
  #readBareDetails(span: Span): Span | undefined {
    const { coverage } = this.#notation;
    const isQuoted = readQuotation(coverage.source, span.from, span.to)?.to === span.to;
    const found = isQuoted ? undefined : bareDetails(this.#notation, span);
    if (!found) return undefined;
    if (!found.isClear) {
      this.#problems.push({ code: "details_outside", span: found.span });
      return undefined;
    }
    coverage.addMark({ from: found.labelEnd, to: span.to });
    found.details.write();
    this.#details.push(...found.details.details);
    this.#hasBareDetails = true;
    return { from: span.from, to: found.labelEnd };
  }

  /** `(S | M | L)`. */
  #readBracketChoices(group: Group): boolean {
    const { coverage } = this.#notation;
    const typed = this.#readTypeBefore(group.inner);
    const inner = typed?.list ?? group.inner;
    const isList =
      typed || findOutside(coverage.source, inner, (at) => coverage.source[at] === "|") !== undefined;
    const list = isList && this.#choices.length === 0 ? readChoices(this.#notation, inner) : undefined;
    if (!list) return false;
    writeBrackets(this.#notation, group);
    typed?.write();
    this.#choices.push(...list.choices);
    this.#problems.push(...list.problems);
    return true;
  }

  /** `dropdown: S, M, L`. */
  #readTypeBefore(inner: Span): { readonly list: Span; write(): void } | undefined {
    const { coverage } = this.#notation;
    const colon = findOutside(coverage.source, inner, (at) => isColon(coverage.source, at, inner.to));
    if (colon === undefined) return undefined;
    const details = readDetails(this.#notation, { from: inner.from, to: colon });
    const isType = details?.details.length === 1 && details.details[0]?.kind === "type";
    if (!details || !isType || details.unread.length > 0) return undefined;
    return {
      list: trimSpan(coverage.source, { from: colon + 1, to: inner.to }),
      write: () => {
        coverage.addMark({ from: colon, to: colon + 1 });
        details.write();
        this.#details.push(...details.details);
      },
    };
  }

  /** A bracket that stays in the label: it may have been meant otherwise. */
  #lookAtBracket(inner: Span): void {
    const { coverage, words } = this.#notation;
    if (splitAt(coverage.source, inner, ",;|/").length > 1) this.#bracketList ??= inner;
    const tokens = readTokens(coverage.source, inner);
    const wanted = [ofGroup("flags"), ofGroup("measures"), oneOf("bounds.choose", "bounds.at_most")];
    const isOfNotation = tokens.some((_, at) => wanted.some((names) => words.at(tokens, at, names)));
    const hasNumber = tokens.some(({ kind }) => kind === "number");
    const hasFlag = tokens.some((_, at) => words.at(tokens, at, ofGroup("flags")));
    if (hasFlag || (isOfNotation && hasNumber)) this.#problems.push({ code: "details_unread", span: inner });
  }

  /** `**Name**`: only marks of Markdown. */
  #bold(span: Span): Span {
    const { coverage } = this.#notation;
    const text = coverage.slice(span);
    if (text.length < 5 || !text.startsWith("**") || !text.endsWith("**")) return span;
    coverage.addMark({ from: span.from, to: span.from + 2 });
    coverage.addMark({ from: span.to - 2, to: span.to });
    return { from: span.from + 2, to: span.to - 2 };
  }

  /**
   * Reads the text after the label: choices, details, or nothing. @param lists `clear`: only lists that cannot be sentences, so
   * no lists with commas @returns whether the text is one of these
   */
  readTail(span: Span, lists: "any" | "clear"): boolean {
    const { coverage } = this.#notation;
    const left = this.readEnds(span);
    if (left.to <= left.from) return true;
    const boxes = boxesIn(coverage.source, left);
    if (boxes[0]?.from === left.from) {
      this.readBoxes(boxes, left.to);
      return true;
    }
    const details = readDetails(this.#notation, left);
    const types = details?.details.filter(({ kind }) => kind === "type").length ?? 0;
    if (details && details.unread.length === 0 && types === 1) {
      details.write();
      this.#details.push(...details.details);
      return true;
    }
    const isListed = lists === "any" || splitAt(coverage.source, left, ",").length === 1;
    const list = isListed ? readChoices(this.#notation, left) : undefined;
    if (!list) return false;
    this.#choices.push(...list.choices);
    this.#problems.push(...list.problems);
    return true;
  }

  /** `[ ] Tea [ ] Coffee`; with the words for yes and no it is a question of that type. */
  readBoxes(boxes: readonly { from: number; to: number; isSquare: boolean }[], end: number): void {
    const { coverage, words } = this.#notation;
    const texts = textsBehind(coverage.source, boxes, end);
    for (const box of boxes) coverage.addMark(box);
    const isYesNo = texts
      .map((text) => words.whole(coverage.slice(text), oneOf("values.yes", "values.no")))
      .join();
    if (isYesNo === "values.yes,values.no") {
      for (const text of texts) coverage.addWord(text);
      this.#details.push({ kind: "type", type: "yes_no" });
      return;
    }
    const [first] = boxes;
    this.#details.push({ kind: "type", type: first?.isSquare ? "multiple_choice" : "single_choice" });
    for (const text of texts) if (text.to > text.from) this.#choices.push(readChoice(this.#notation, text));
  }
}
