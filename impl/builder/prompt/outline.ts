import type { Remark } from "./remarks.ts";

/** One thing to ask for, in the words of the prompt. */
export interface Item {
  readonly text: string;
  /** Choices listed under it, line by line. */
  readonly choices?: readonly string[];
  /** Whether those choices had boxes to tick (several) or circles (one). */
  readonly ticks?: "several" | "one";
  /** Asked for as a matter of opinion: `rated` with marks, as in "rate the food"; `about`: "feedback on the food". */
  readonly opinion?: "rated" | "about";
  /** Modifiers that hold for all items of its list, such as `1-5`. */
  readonly shared?: string;
}

export interface Section {
  readonly title?: string;
  readonly items: Item[];
}

/** What a prompt says, before anything is known about fields. */
export interface Outline {
  /** Texts that say what the form is for, first to last. */
  readonly purposeTexts: string[];
  readonly sections: Section[];
  readonly remarks: Remark[];
  /** Sentences of which nothing was made. */
  readonly unused: string[];
  /** Whether the fields were listed one by one, so that nothing is missing. */
  listsFields: boolean;
}

export function emptyOutline(): Outline {
  return { purposeTexts: [], sections: [{ items: [] }], remarks: [], unused: [], listsFields: false };
}

/** Adds items to the last section. */
export function addItems(outline: Outline, items: readonly Item[]): void {
  outline.sections.at(-1)!.items.push(...items);
}
