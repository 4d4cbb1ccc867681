/** Gives the choices of a field the capacity that the prompt states elsewhere: "Max 4 per slot." */
import type { Warning } from "../../generated/types.ts";
import type { Draft, DraftSection } from "./fields/draft.ts";
import { fold } from "./lexicon/fold.ts";
import { notUnderstood } from "./not-understood.ts";
import { shareCapacity } from "./prompt/item.ts";
import type { Outline } from "./prompt/outline.ts";

/** A capacity belongs to the field that its text names, or to the only one with choices. Otherwise a warning quotes it. */
export function applyCapacities(
  { capacities }: Outline,
  sections: readonly DraftSection[],
  warnings: Warning[],
): void {
  const drafts = sections.flatMap((section) => section.drafts).filter(({ choices }) => choices.length > 1);
  for (const { capacity, text } of capacities) {
    const target = fieldOf(text, drafts);
    if (target) shareCapacity(target, capacity);
    else
      warnings.push(
        notUnderstood(text, "Say which choices it is for: workshop (Pottery, Dance; 5 places each)."),
      );
  }
}

function fieldOf(text: string, drafts: readonly Draft[]): Draft | undefined {
  const words = fold(text).match(/\p{L}{4,}/gu) ?? [];
  const named = drafts.filter(({ label }) => {
    const own = fold(label).match(/\p{L}{4,}/gu) ?? [];
    return own.some((word) =>
      words.some((other) => other.startsWith(word.slice(0, Math.max(4, word.length - 2)))),
    );
  });
  if (named.length === 1) return named[0];
  if (drafts.length === 1) return drafts[0];
  const slots = drafts.filter(({ choices }) =>
    choices.every((choice) => /\d[:h.]\d{2}|\d ?(?:[ap]m|h|uhr)/i.test(choice)),
  );
  return slots.length === 1 ? slots[0] : undefined;
}
