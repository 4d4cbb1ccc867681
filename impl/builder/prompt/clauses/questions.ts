/** Turns the indirect questions of a sentence into direct ones, by their subject and verb. */
import { directQuestion } from "../indirect.ts";
import { baseOf } from "../past-tense.ts";
import type { Token } from "./tokens.ts";

/** "which dates in May they are away" -> "Which dates in May are you away?" */
export function questionOf(tokens: readonly Token[], text: string): string {
  const asked = text.slice(tokens[0]!.start, tokens.at(-1)!.end);
  const preposition =
    tokens[0]!.part === "prep" && tokens[1]?.part === "asks"
      ? text.slice(tokens[0]!.start, tokens[1].start)
      : "";
  const direct =
    inverted(preposition === "" ? tokens : tokens.slice(1), text) ??
    directQuestion(asked.slice(preposition.length));
  const whole =
    preposition === "" ? direct : `${preposition}${direct.charAt(0).toLowerCase()}${direct.slice(1)}`;
  const capital = whole.charAt(0).toUpperCase() + whole.slice(1);
  return capital.endsWith("?") ? capital : `${capital}?`;
}

const FULL: Readonly<Record<string, string>> = {
  "'d": "would",
  "'ll": "will",
  "'re": "are",
  "'ve": "have",
  "'s": "is",
  "'m": "am",
};
const OF_YOU: Readonly<Record<string, string>> = {
  is: "are",
  was: "were",
  has: "have",
  does: "do",
  am: "are",
};

function inverted(tokens: readonly Token[], text: string): string | undefined {
  if (tokens[0]!.part === "aux") return undefined;
  const isWhether = /^(?:whether|if)$/.test(tokens[0]!.word);
  const start = tokens.findIndex(
    ({ part }, at) => at > 0 && (part === "subject" || part === "det" || (isWhether && part === "noun")),
  );
  const verbAt = tokens.findIndex(
    ({ part }, at) => at > start && (part === "aux" || part === "verb" || part === "past"),
  );
  if (start < 1 || verbAt < 0 || (!isWhether && start > 6)) return undefined;
  const subject = tokens.slice(start, verbAt);
  if (
    subject.some(
      ({ part }) => part === "mark" || part === "or" || part === "and" || part === "asks" || part === "prep",
    )
  )
    return undefined;
  const isYou =
    (subject.length === 1 && /^(?:they|he|she|you)$/.test(subject[0]!.word)) ||
    (subject.length === 2 && /^(?:my|our)$/.test(subject[0]!.word) && /[^s]s$/.test(subject[1]!.word));
  const own = (part: readonly Token[], them: boolean) =>
    part
      .map(
        (token, at) =>
          `${at > 0 && token.start > part[at - 1]!.end ? " " : ""}${spoken(text.slice(token.start, token.end), them)}`,
      )
      .join("");
  const head = isWhether ? "" : `${own(tokens.slice(0, start), false)} `;
  const who = isYou ? "you" : own(subject, false);
  const rest = own(tokens.slice(verbAt + 1), !isYou);
  const turned = turnedVerb(tokens[verbAt]!, isYou, subject);
  return turned && `${head}${turned.auxiliary} ${who}${turned.verb}${rest === "" ? "" : ` ${rest}`}`;
}

/** The auxiliary before the subject, and what stays behind it. */
function turnedVerb(
  { part, word }: Token,
  isYou: boolean,
  subject: readonly Token[],
): { auxiliary: string; verb: string } | undefined {
  if (part === "aux" && !/^(?:have|has|had|do|does|did)$/.test(word)) {
    const full = FULL[word] ?? word;
    return { auxiliary: isYou ? (OF_YOU[full] ?? full) : full, verb: "" };
  }
  if (part === "past") {
    const base = baseOf(word);
    return base === undefined ? undefined : { auxiliary: "did", verb: ` ${base}` };
  }
  if (part === "aux") return undefined;
  const isPlural = isYou || /^(?:we|i)$/.test(subject[0]!.word) || subject.at(-1)!.word.endsWith("s");
  return isPlural
    ? { auxiliary: "do", verb: ` ${word}` }
    : { auxiliary: "does", verb: ` ${word.replace(/(?<=sh|ch|ss|x|o)es$|s$/, "")}` };
}

function spoken(word: string, them: boolean): string {
  if (/^(?:their|his)$/i.test(word)) return "your";
  return them && /^(?:them|they|him)$/i.test(word) ? "you" : word;
}
