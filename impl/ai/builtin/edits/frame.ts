/** Frames: the parts that instructions and conditions are made of, written as data in `grammar.json`. */
import { cues, wordsIn } from "./cue-groups.ts";
import type { TextKind } from "./edit-text.ts";
import grammar from "./grammar.json" with { type: "json" };
import type { SlotName } from "./slots.ts";
import type { Cue } from "./words.ts";

export type FrameName = keyof typeof grammar.frames;

export interface Frame {
  readonly name: FrameName;
  /** One cue of each group must be there. */
  readonly needs: readonly ReadonlySet<Cue>[];
  /** Cues that may be there as well. */
  readonly takes: ReadonlySet<Cue>;
  readonly slots: readonly SlotName[];
  readonly text: TextRule | undefined;
  /** Names of the rules in `fits.ts` that the parts must satisfy. */
  readonly fits: readonly string[];
  /** The bits of all groups of cues, of what must be there, and of slots that otherwise come from the clause before. */
  readonly verbs: number;
  readonly required: number;
  readonly inherited: number;
  slotBit(index: number): number;
}

export interface TextRule {
  /** Cues behind which a text without quotes stands; undefined: it is all words that are nothing else, side by side. */
  readonly after: ReadonlySet<Cue> | undefined;
  readonly kind: TextKind;
  readonly isOptional: boolean;
}

/** Lists have blanks between their words; `|` stands between the cues of a group. */
interface WrittenFrame {
  readonly needs?: string;
  readonly takes?: string;
  /** `fields` must be there, `fields?` may be, and `fields~` is else that of the clause before. */
  readonly slots?: string;
  /** Cues, or `any`; `?`: there may be none. */
  readonly text?: string;
  readonly fits?: string;
}

export const FRAMES = (Object.entries(grammar.frames) as [FrameName, WrittenFrame][]).map(compiled);

function compiled([name, one]: readonly [FrameName, WrittenFrame]): Frame {
  const needs = wordsIn(one.needs).map((group) => cues(group.replaceAll("|", " ")));
  const slots = wordsIn(one.slots);
  const text = one.text === undefined ? undefined : textRule(wordsIn(one.text));
  const verbs = (1 << needs.length) - 1;
  const slotBit = (index: number) => 1 << (needs.length + index);
  const bits = (is: RegExp) =>
    slots.reduce((sum, slot, index) => (is.test(slot) ? sum | slotBit(index) : sum), 0);
  // "a question about" belongs to the text of an item.
  const always = text?.kind === "item" ? "" : grammar.always;
  return {
    name,
    needs,
    takes: cues(`${always} ${one.takes ?? ""} ${[...(text?.after ?? [])].join(" ")}`),
    slots: slots.map((slot) => slot.replace(/[?~]$/, "") as SlotName),
    text,
    fits: wordsIn(one.fits),
    verbs,
    required: verbs | bits(/[^?~]$/),
    inherited: bits(/~$/),
    slotBit,
  };
}

function textRule(words: readonly string[]): TextRule {
  const after = words.filter((word) => !["any", "item", "list", "?"].includes(word));
  return {
    after: after.length > 0 ? cues(after.join(" ")) : undefined,
    kind: words.includes("item") ? "item" : words.includes("list") ? "list" : "plain",
    isOptional: words.includes("?"),
  };
}
