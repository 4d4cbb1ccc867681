/**
 * Covers a clause with the parts of a frame. The order of the parts does not matter; each word must be a part, a filler or
 * a text that the frame takes. Of several ways to cover it, the one that knows more words wins.
 */
import { modifiersIn } from "../items/modifiers.ts";
import type { Range } from "../reading/accounting.ts";
import type { Found } from "../reading/phrases.ts";
import type { EditText } from "./edit-text.ts";
import type { Frame, TextRule } from "./frame.ts";
import { readSlot, type SlotName, type Slots } from "./slots.ts";
import type { Cue } from "./words.ts";

/** What a frame found in a clause. */
export interface Parts extends Partial<Slots> {
  readonly cues: ReadonlySet<Cue>;
  /** The words of a text: those in quotes, one after the other, or all together. */
  readonly texts: readonly Range[];
  readonly isQuoted: boolean;
}

export interface Cover {
  readonly parts: Parts;
  readonly score: number;
}

/** How much a word counts that is known as this, and what it costs to inherit a slot. */
const SCORE = { slot: 3, cue: 3, taken: 2, quote: 2, filler: 1, introduced: 0.2, text: 0.4, inherited: -1 };

/** A part that was found, and those before it. */
interface Step extends Range {
  readonly before: Step | undefined;
  readonly cue?: Cue;
  readonly slots?: Partial<Slots>;
  readonly text?: "text" | "quote";
}

interface State {
  readonly at: number;
  readonly score: number;
  /** The bits of the groups of cues and of the slots that were found. */
  readonly mask: number;
  /** Before the text, within it, behind it, or where nothing may follow any more. */
  readonly text: "none" | "open" | "closed" | "ended";
  /** Whether the word before introduces a text, as in `to`. */
  readonly isIntroduced: boolean;
  readonly last: Step | undefined;
}

/** @returns the best cover of the words from `from` to each of these ends, by end */
export function coversOf(
  text: EditText,
  frame: Frame,
  from: number,
  ends: readonly number[],
  fits: (parts: Parts) => boolean,
): Map<number, Cover> {
  const covers = new Map<number, Cover>();
  const limit = ends.at(-1) ?? from;
  if (!frame.needs.every((cues) => text.has(from, limit, cues))) return covers;
  const reached = new Map<number, Map<string, State>>();
  const add = (state: State) => {
    const states = reached.get(state.at) ?? new Map<string, State>();
    reached.set(state.at, states);
    const key = `${state.mask} ${state.text} ${state.isIntroduced}`;
    if ((states.get(key)?.score ?? Number.NEGATIVE_INFINITY) < state.score) states.set(key, state);
  };
  add({ at: from, score: 0, mask: 0, text: "none", isIntroduced: false, last: undefined });
  for (let at = from; at <= limit; at++) {
    const states = [...(reached.get(at)?.values() ?? [])];
    const best = ends.includes(at) ? bestOf(text, frame, states, fits) : undefined;
    if (best) covers.set(at, best);
    for (const state of states) nextStates(text, frame, state).forEach(add);
  }
  return covers;
}

function bestOf(
  text: EditText,
  frame: Frame,
  states: readonly State[],
  fits: (parts: Parts) => boolean,
): Cover | undefined {
  const { required, inherited } = frame;
  const needsText = frame.text !== undefined && !frame.text.isOptional;
  const complete = states.filter(
    (state) => (state.mask & required) === required && !(needsText && state.text === "none"),
  );
  for (const { last, mask, score } of complete.sort((a, b) => b.score - a.score)) {
    const parts = partsOf(text, last, frame.text);
    if (parts && fits(parts))
      return { parts, score: score + ((mask & inherited) === inherited ? 0 : SCORE.inherited) };
  }
  return undefined;
}

function nextStates(text: EditText, frame: Frame, state: State): State[] {
  return [
    ...behindMark(text, state),
    ...text.cuesAt(state.at).flatMap((cue) => behindCue(text, frame, cue, state)),
    ...frame.slots.flatMap((slot, index) => behindSlot(text, frame, slot, index, state)),
    ...(frame.text && /none|open/.test(state.text) ? behindText(text, frame, frame.text, state) : []),
  ];
}

/** A mark says nothing, but a colon or an arrow introduces a text. */
function behindMark({ prompt, isArrow }: EditText, state: State): State[] {
  const kind = prompt.tokens[state.at]?.kind;
  if ((kind !== "mark" && kind !== "newline") || prompt.isOpenQuote(state.at)) return [];
  return [{ ...state, at: state.at + 1, isIntroduced: state.isIntroduced || isArrow(state.at) }];
}

function behindCue(
  words: EditText,
  frame: Frame,
  { value: cue, from, to }: Found<Cue>,
  state: State,
): State[] {
  const group = frame.needs.findIndex((cues) => cues.has(cue));
  const bit = group < 0 ? 0 : 1 << group;
  const text = state.text === "open" ? textBehind(frame, cue, state) : state.text;
  const isNew = (state.mask & bit) !== bit;
  if (isNew || ((bit > 0 || frame.takes.has(cue)) && mayRepeat(frame, state, text))) {
    const isIntroduced = frame.text?.after?.has(cue) === true || (state.isIntroduced && cue === "also");
    const last: Step = { cue, from, to, before: state.last };
    const score = state.score + (to - from) * (bit > 0 ? SCORE.cue : SCORE.taken);
    return [{ at: to, score, mask: state.mask | bit, text, isIntroduced, last }];
  }
  if (cue !== "polite" && cue !== "tail" && !(cue === "filler" && mayFill(words, frame, state, to)))
    return [];
  const isOfText = state.isIntroduced && frame.text?.kind === "plain";
  const score = state.score + (to - from) * (isOfText ? SCORE.introduced : SCORE.filler);
  return [{ ...state, at: to, score, text }];
}

/** Behind a text, only what ends it may say more; in "add the arrival, which we need" the second verb is part of the text. */
function mayRepeat(frame: Frame, state: State, text: State["text"]): boolean {
  if (frame.text?.kind === "item") return state.text === "none";
  return !isPastText(frame, state) || text === "closed";
}

/** "in" behind a text leads to a slot that is still free: "rename vegan to plant based in the diets". */
function textBehind(frame: Frame, cue: Cue, { mask }: State): State["text"] {
  const isFree = cue === "in" && frame.slots.some((_, index) => (mask & frame.slotBit(index)) === 0);
  return frame.text?.after && !isFree ? "ended" : "closed";
}

/** Behind the verb, articles and the like belong to the text for the reader of items. */
function mayFill(words: EditText, frame: Frame, { text, mask }: State, to: number): boolean {
  const isOfItem = frame.text?.kind === "item" && (mask & frame.verbs) !== 0;
  // In "A, B or C" it is a choice.
  const isChoice = frame.text?.kind === "list" && words.separator(to) !== undefined;
  return text === "closed" || (text === "none" && !isOfItem && !isChoice);
}

/** Behind a text that its own word introduces, a clause is over, but for the words that it still needs. */
function isPastText(frame: Frame, { text }: State): boolean {
  return frame.text?.after !== undefined && (text === "open" || text === "ended");
}

function behindSlot(text: EditText, frame: Frame, slot: SlotName, index: number, state: State): State[] {
  const bit = frame.slotBit(index);
  const isFilled = (state.mask & bit) !== 0;
  if (isFilled || (isPastText(frame, state) && (frame.required & bit) === 0)) return [];
  const quotes = text.prompt.isOpenQuote(state.at) ? 2 : 0;
  return readSlot(slot, text, state.at).map(({ value, from, to }) => ({
    at: to,
    score: state.score + (to - from - quotes) * SCORE.slot,
    mask: state.mask | bit,
    text: state.text === "open" ? "closed" : state.text,
    isIntroduced: false,
    last: { slots: { [slot]: value }, from, to, before: state.last },
  }));
}

function behindText(text: EditText, frame: Frame, rule: TextRule, state: State): State[] {
  const { prompt } = text;
  const { at: from, last: before } = state;
  const isOpen = state.text === "open";
  const hasBegun = isOpen || mayBegin(text, frame, rule, state);
  const open = (kind: "text" | "quote", to: number): State => ({
    ...state,
    at: to,
    score: state.score + (to - from) * SCORE[kind],
    text: "open",
    isIntroduced: false,
    last: { text: kind, from, to, before },
  });
  const isBracket = rule.kind === "item" && prompt.isOpenBracket(from);
  const isWord = isBracket || (text.mayBeText(from, rule.kind) && (isOpen || prompt.isWord(from)));
  // "a dropdown (red, blue)"
  const isList = rule.kind === "list" && isListed(text, from);
  const isQuote = isList || (prompt.isOpenQuote(from) && (rule.kind !== "list" || hasBegun));
  return [
    ...(isQuote ? [open("quote", prompt.after(from))] : []),
    ...(hasBegun && isWord ? [open("text", isBracket ? prompt.after(from) : from + 1)] : []),
  ];
}

/** A text stands behind its own word, or behind the verb; in some languages the verb comes last. */
function mayBegin(text: EditText, frame: Frame, rule: TextRule, { isIntroduced, mask }: State): boolean {
  if (rule.after) return isIntroduced;
  return rule.kind === "list" || text.words.isVerbFinal || (mask & frame.verbs) === frame.verbs;
}

/** Whether a bracket holds choices: "(red, blue)" does, "(long text, optional)" does not. */
function isListed(text: EditText, at: number): boolean {
  return text.prompt.isOpenBracket(at) && modifiersIn(text, text.prompt.inside(at)) === undefined;
}

/** Collects the parts; undefined: the text is none that the frame takes. */
function partsOf(text: EditText, last: Step | undefined, rule: TextRule | undefined): Parts | undefined {
  const steps: Step[] = [];
  for (let step = last; step; step = step.before) steps.unshift(step);
  const slots: Partial<Slots> = Object.assign({}, ...steps.map((step) => step.slots));
  const cues = new Set(steps.flatMap(({ cue }) => cue ?? []));
  const words = steps.filter((step) => step.text);
  const found = textsOf(text, words, rule);
  return found && { ...slots, cues, ...found };
}

/** The inside of quotes, or all words together. A plain text is one quote, or has none; only items and lists have both. */
function textsOf(text: EditText, steps: readonly Step[], rule: TextRule | undefined) {
  const quotes = steps.filter((step) => step.text === "quote");
  const isBare = steps.every((step) => step.text === "quote" || text.cueAt(step.from, "and", "or", "filler"));
  if (rule?.kind === "plain" && quotes.length > (isBare ? 1 : 0)) return undefined;
  if (quotes.length > 0 && isBare && rule?.kind !== "item")
    return { texts: quotes.map(({ from }) => text.prompt.inside(from)), isQuoted: true };
  const [first, last] = [steps[0], steps.at(-1)];
  const texts = first && last ? [text.prompt.trim({ from: first.from, to: last.to }, ",;.")] : [];
  return { texts, isQuoted: false };
}
