/** The texts of an ending that is written in one piece: `Thanks: We will call you back within two days.` */

/** A headline has at most this many characters, so it fills no more than two lines of a phone. */
const MAX_HEADLINE = 40;
/** The same for a sentence that ends with a full stop, which headlines rarely do. */
const MAX_SENTENCE = 30;

export interface EndingTexts {
  /** Undefined: the usual headline. */
  readonly title: string | undefined;
  /** Undefined: none. */
  readonly message: string | undefined;
}

/**
 * Divides a text into a headline and what stands below it. A short text is a headline; of a longer one, a first short sentence with
 * an exclamation mark.
 */
export function divideEnding(text: string): EndingTexts {
  if (isHeadline(text)) return { title: text, message: undefined };
  const [, first, rest] = /^([^.!?]+!)\s+(\S.*)$/su.exec(text) ?? [];
  if (first !== undefined && isHeadline(first)) return { title: first, message: rest };
  return { title: undefined, message: text };
}

function isHeadline(text: string): boolean {
  const { length } = [...text];
  return !/[.!?]\s+\p{Lu}/u.test(text) && length <= (text.endsWith(".") ? MAX_SENTENCE : MAX_HEADLINE);
}
