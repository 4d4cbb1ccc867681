/**
 * Covers a clause with the parts of a frame. The order of the parts does not matter; each word must be a part, a filler or
 * a text that the frame takes. Of several ways to cover it, the one that knows more words wins.
 */
import { modifiersIn } from "../items/modifiers.ts";
import type { Range } from "../reading/accounting.ts";
import type { EditText } from "./edit-text.ts";
import type { Frame, TextRule } from "./frame.ts";
import type { SlotName, Slots } from "./slot-types.ts";
import { readSlot } from "./slots.ts";
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
const SCORE = {
  slot: 3,
  cue: 3,
  taken: 2,
  quote: 2,
  filler: 1,
  introduced: 0.2,
  text: 0.4,
  inherited: -1,
};

interface Step extends Range {
  readonly kind: "cue" | "text" | "quote" | SlotName;
  readonly value?: unknown;
  readonly before: Step | undefined;
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
    states.flatMap((state) => nextStates(text, frame, state)).forEach(add);
  }
  return covers;
}

function bestOf(
  text: EditText,
  frame: Frame,
  states: State[],
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
  const { prompt } = text;
  const close = prompt.isOpenQuote(state.at) ? prompt.closeOf(state.at) : undefined;
  const quoted = text.cuesAt(state.at + 1).filter(({ to }) => to === close);
  return [
    ...behindMark(text, state),
    ...quoted.flatMap(({ value, to }) => behindCue(frame, value, to + 1, state)),
    ...text.cuesAt(state.at).flatMap(({ value, to }) => behindCue(frame, value, to, state)),
    ...frame.slots.flatMap((slot, index) => behindSlot(text, frame, slot, index, state)),
    ...(frame.text && (state.text === "none" || state.text === "open")
      ? behindText(text, frame.text, state)
      : []),
  ];
}

/** A mark says nothing, but a colon or an arrow introduces a text. */
function behindMark({ prompt, isArrow }: EditText, state: State): State[] {
  const kind = prompt.tokens[state.at]?.kind;
  if ((kind !== "mark" && kind !== "newline") || prompt.isOpenQuote(state.at)) return [];
  return [{ ...state, at: state.at + 1, isIntroduced: state.isIntroduced || isArrow(state.at) }];
}

function behindCue(frame: Frame, cue: Cue, to: number, state: State): State[] {
  const length = to - state.at;
  const bit = frame.needs.reduce(
    (bits, cues, group) => (bits === 0 && cues.includes(cue) ? 1 << group : bits),
    0,
  );
  const text = state.text === "open" ? textBehind(frame, cue, state) : state.text;
  const mayFollow = !isPastText(frame, state) || text === "closed";
  if ((state.mask & bit) !== bit || (mayFollow && (bit > 0 || frame.takes.has(cue)))) {
    const isIntroduced = frame.text?.after?.has(cue) === true || (state.isIntroduced && cue === "also");
    const last: Step = { kind: "cue", value: cue, from: state.at, to, before: state.last };
    const score = state.score + length * (bit > 0 ? SCORE.cue : SCORE.taken);
    return [{ at: to, score, mask: state.mask | bit, text, isIntroduced, last }];
  }
  if (cue !== "polite" && cue !== "tail" && !(cue === "filler" && mayFill(frame, state))) return [];
  const isOfText = state.isIntroduced && frame.text?.kind === "plain";
  const score = state.score + length * (isOfText ? SCORE.introduced : SCORE.filler);
  return [{ ...state, at: to, score, text }];
}

/** "in" behind a text leads to a slot that is still free: "rename vegan to plant based in the diets". */
function textBehind(frame: Frame, cue: Cue, { mask }: State): State["text"] {
  const isFree = cue === "in" && frame.slots.some((_, index) => (mask & frame.slotBit(index)) === 0);
  return frame.text?.after && !isFree ? "ended" : "closed";
}

/** Behind the verb, articles and the like belong to the text for the reader of items. */
function mayFill(frame: Frame, { text, mask }: State): boolean {
  return (
    text === "closed" || (text === "none" && (frame.text?.kind !== "item" || (mask & frame.verbs) === 0))
  );
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
  return readSlot(slot, text, state.at).map(({ value, to }) => ({
    at: to,
    score: state.score + (to - state.at - quotes) * SCORE.slot,
    mask: state.mask | bit,
    text: state.text === "open" ? "closed" : state.text,
    isIntroduced: false,
    last: { kind: slot, value, from: state.at, to, before: state.last },
  }));
}

function behindText(text: EditText, rule: TextRule, state: State): State[] {
  const { prompt } = text;
  const { at } = state;
  // A text stands behind its own word, if it has one.
  const hasBegun = state.text === "open" || !rule.after || state.isIntroduced;
  const open = (kind: "text" | "quote", to: number): State => ({
    ...state,
    at: to,
    score: state.score + (to - at) * SCORE[kind],
    text: "open",
    isIntroduced: false,
    last: { kind, from: at, to, before: state.last },
  });
  const isBracket = rule.kind === "item" && prompt.isOpenBracket(at);
  const isWord = isBracket || (text.mayBeText(at, rule) && (state.text === "open" || prompt.isWord(at)));
  // "a dropdown (red, blue)"
  const isQuote =
    rule.kind === "list"
      ? isListed(text, at) || (hasBegun && prompt.isOpenQuote(at))
      : prompt.isOpenQuote(at);
  return [
    ...(isQuote ? [open("quote", prompt.after(at))] : []),
    ...(hasBegun && isWord ? [open("text", isBracket ? prompt.after(at) : at + 1)] : []),
  ];
}

/** Whether a bracket holds choices: "(red, blue)" does, "(long text, optional)" does not. */
function isListed(text: EditText, at: number): boolean {
  return text.prompt.isOpenBracket(at) && modifiersIn(text, text.prompt.inside(at)) === undefined;
}

/** Collects the parts; undefined: the text is none that the frame takes. */
function partsOf(text: EditText, last: Step | undefined, rule: TextRule | undefined): Parts | undefined {
  const slots: Partial<Record<SlotName, unknown>> = {};
  const cues = new Set<Cue>();
  const texts: Step[] = [];
  for (let step = last; step; step = step.before) {
    if (step.kind === "cue") cues.add(step.value as Cue);
    else if (step.kind === "text" || step.kind === "quote") texts.unshift(step);
    else slots[step.kind] = step.value;
  }
  const found = textsOf(text, texts, rule);
  return found && { ...(slots as Partial<Slots>), cues, ...found };
}

/** The inside of quotes, or all words together. A plain text is one quote, or has none; only items and lists have both. */
function textsOf(text: EditText, steps: readonly Step[], rule: TextRule | undefined) {
  const quotes = steps.filter(({ kind }) => kind === "quote");
  const isBare = steps.every(({ kind, from }) => kind === "quote" || text.cueAt(from, "and", "or", "filler"));
  if (rule?.kind === "plain" && quotes.length > (isBare ? 1 : 0)) return undefined;
  if (quotes.length > 0 && isBare && rule?.kind !== "item")
    return { texts: quotes.map(({ from }) => text.prompt.inside(from)), isQuoted: true };
  const [first, last] = [steps[0], steps.at(-1)];
  const texts = first && last ? [text.prompt.trim({ from: first.from, to: last.to }, ",;.")] : [];
  return { texts, isQuoted: false };
}
