/** A call that is refused with a sentence for the person who asked for it. */
export class Refused extends Error {}

export function refuse(sentence: string): never {
  throw new Refused(sentence);
}
