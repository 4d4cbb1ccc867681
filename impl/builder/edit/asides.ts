/** Finds what an edit says beside its instructions: reasons, remarks and thanks. */

import { fold } from "../lexicon/fold.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { isPolite } from "../prompt/request.ts";
import { enclosed } from "../prompt/split.ts";
import { type EditContext, listOf } from "./context.ts";
import { halves, startsInstruction } from "./split-instructions.ts";

/** A longer text is no remark. */
const MAX_LENGTH = 200;
/** In a longer sentence no remarks are looked for, so that the time stays linear. */
const MAX_SENTENCE = 600;

/** "Make the phone required because some forgot it, thanks" -> "Make the phone required": remarks ask for nothing. */
export function withoutAsides(sentence: string, context: EditContext): string {
  if (sentence.length > MAX_SENTENCE) return sentence;
  const inside = enclosed(sentence);
  const reason = wordSet(listOf("reasons", context))
    .all(fold(sentence))
    .find(({ start }) => start > 5 && inside[start] === 0);
  const text = reason ? sentence.slice(0, reason.start).replace(/[\s,(–-]+$/u, "") : sentence;
  if (reason && hasMore(sentence.slice(reason.end), context)) return sentence;
  for (const { index, 0: separator } of [...text.matchAll(/(?:[,;:]| [-–—]) /g)].reverse()) {
    if (inside[index] === 1) continue;
    if (separator.startsWith(":") && endsInText(text.slice(0, index), context)) break;
    // Behind a colon stands a list, whose parts may look like remarks.
    if (/:\s/.test(text.slice(0, index))) break;
    if (!isAside(text.slice(index + separator.length), context)) break;
    return withoutAsides(text.slice(0, index), context);
  }
  return text;
}

/** "Add a hint under the email: we never share it": behind the colon stands the text itself. */
function endsInText(text: string, context: EditContext): boolean {
  const texts = ["help", "placeholder", "thanks", "description", "title", "button", "infoText"];
  return wordSet(texts.flatMap((name) => listOf(name, context))).first(fold(text)) !== undefined;
}

/** "because we are full, and remove the phone": another instruction follows the reason. */
function hasMore(text: string, context: EditContext): boolean {
  if (text.length > MAX_LENGTH || /["“”„«»:]/.test(text)) return true;
  return halves(text, context).some(
    ([, right]) => !isAside(right, context) && startsInstruction(right, context),
  );
}

/** "nobody ever fills them in": a statement without any word of an instruction. */
export function isAside(text: string, context: EditContext): boolean {
  if (text.length > MAX_LENGTH) return false;
  if (/\p{L}{3}/u.test(text) && !/[\d"@]/.test(text) && isPolite(text, context.grammar)) return true;
  const folded = fold(text);
  if (wordSet(listOf("reasons", context)).start(folded)) return !hasMore(text, context);
  const starts = wordSet(listOf("asideStarts", context));
  return starts.is(folded) || (starts.start(folded) !== undefined && !asks(text, context));
}

/** Words that ask for something, wherever they stand. */
const ASKING = [
  "asking",
  "required",
  "optional",
  "only",
  "if",
  "atMost",
  "atLeast",
  "needNotBeGiven",
] as const;

function asks(text: string, context: EditContext): boolean {
  if (/["“”„«»:\d@]/.test(text)) return true;
  return (
    wordSet(
      ASKING.flatMap((name) => listOf(name, context)).filter((word) => word !== "when" && word !== "where"),
    ).first(fold(text)) !== undefined
  );
}
