/** Takes the greeting and the signature off a prompt that is a letter or a mail. They are no part of the form. */
import { fold } from "../lexicon/fold.ts";
import letters from "../lexicon/letters.json" with { type: "json" };
import { type PhraseMatch, phraseSet } from "../lexicon/phrases.ts";

/** What follows a closing formula is a signature if it is at most this long. */
const MAX_SIGNATURE = 200;

const greetings = setOf(letters.greetings);
const addressees = setOf(letters.addressees);
const closings = setOf(letters.closings);

function setOf(list: string) {
  return phraseSet(
    fold(list)
      .split(",")
      .map((phrase) => (phrase.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")),
  );
}

/** "Hi Tom, we need ... Best regards, Karen" -> "we need ..." */
export function withoutLetter(prompt: string): string {
  return withoutSignature(withoutGreeting(prompt));
}

/** Drops "Hi Tom," and "Sehr geehrte Damen und Herren,": a greeting, and names that begin with a capital letter. */
function withoutGreeting(prompt: string): string {
  const text = prompt.trimStart();
  const found = greetings.start(fold(text.slice(0, 80)));
  if (!found) return prompt;
  const after = text.slice(found.end, found.end + 60);
  const [, name = "", mark = ""] = /^([^,.!:;?\n]{0,40})([,.!]+|\n)/u.exec(after) ?? [];
  if (mark === "" || !isAddressee(name.trim())) return prompt;
  return text.slice(found.end + name.length + mark.length).replace(/^[\s.!)]+/, "");
}

function isAddressee(name: string): boolean {
  if (name === "" || addressees.is(fold(name))) return true;
  const words = name.split(/\s+/);
  return words.length <= 4 && words.every((word) => /^\p{Lu}/u.test(word));
}

/** Drops a closing formula at the start of a line or a sentence, and the signature after it. What a postscript asks for stays. */
function withoutSignature(prompt: string): string {
  const folded = fold(prompt);
  const closing = closings.all(folded).findLast((found) => closes(prompt, found));
  if (!closing) return prompt;
  const rest = prompt.slice(closing.end);
  const postscript = /(?:^|[\s.])p\.? ?s\.?:?\s+(?=\S)/i.exec(rest);
  const kept = postscript ? rest.slice(postscript.index + postscript[0].length) : "";
  return `${prompt.slice(0, closing.start).trimEnd()}\n${kept}`.trimEnd();
}

function closes(prompt: string, { start, end }: PhraseMatch): boolean {
  const rest = prompt.slice(end);
  const signature = rest.split(/(?:^|[\s.])p\.? ?s\.?:?\s/i)[0]!;
  return (
    start > 0 &&
    /[.!?)\n]\s*$/.test(prompt.slice(0, start)) &&
    /^\s*(?:[,!.\n]|$)/.test(rest) &&
    signature.length <= MAX_SIGNATURE &&
    !/[?:]\s/.test(signature)
  );
}
