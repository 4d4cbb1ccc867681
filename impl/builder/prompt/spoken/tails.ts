/** Takes asides and reasons off the fields they stand behind: "email so we can reply" -> "email". */
import { type Grammar, stripAnd } from "../../lexicon/grammar.ts";
import { isKnown } from "../known.ts";
import { splitList } from "../list.ts";
import { enclosed, splitOutside } from "../split.ts";

/** "a reason, though that's optional" */
const OPTIONAL =
  /,? \(?(?:(?:but|though|although|which|and) )?(?:(?:that|this|it|which|that one)(?:['’]s| is| can be| should be)|(?:but|though|although) (?:this is )?) ?(?:of course |just |only |purely |totally |completely |entirely )?(?:optional|voluntary|not (?:required|mandatory|necessary|compulsory|a must))\)?(?=[,.;]|$)/giu;
/** "but only if they want to", "in case they want an answer" */
const WISH =
  /(?<!\b(?:asks?|know|say|see|us|me|tell|indicate|out)),? (?:but )?(?:only )?(?:(?:if|in case|when) (?:they|you|people|he or she)(?:['’]d| would)? (?:want|wish|like|need|care|prefer|feel like|have|know)(?: (?:to|it|one|any|some|so|them))?|(?:if|in case) there (?:is|are) (?:one|any|some)|in case (?:they|you|people) (?:want|need|would like|['’]d like) [^,.;:()?]{2,50})(?=[,.;]|$)/giu;
/** "so we can follow up" */
const REASON =
  /(?<=\p{L}|\)),? so (?:that )?(?:we|i|they|you|our \p{L}+|the \p{L}+) (?:can|could|know|may|will|don['’]?t|are able|have) ?[^,.;:()?\d]{0,80}(?=[,.;]|$)/giu;
const IN_CASE =
  /(?<=\p{L}|\)),? (?:just )?in case (?:of|we|i|there|something|anything) [^,.;:()?]{2,60}(?=[,.;]|$)/giu;
const ASIDES =
  /(?<=\p{L}|\)),? (?:of course|obviously|naturally|ofc|as usual|as always|i guess|i think|in (?:a few|one or two|two or three) (?:sentences|words))(?=[,.;]|$)/giu;
/** "card number, which has 8 digits" */
const DIGITS =
  /, (?:which|that) (?:always )?(?:has|have|is|are|consists? of) (?:exactly )?(\d{1,2} (?:digits|characters|letters)(?: long)?)(?=[,.;]|$)/giu;
/** "Comments are welcome" */
const WELCOME =
  /^(?:and |also |any )?([^,;:()?]{3,60}?) (?:is|are|would be|would also be) (?:also |always |very |really |much )?(?:welcome|appreciated|a plus|a bonus|nice(?: to have)?|helpful|useful|great|good|lovely|handy)(?: too| as well)?(?:,? (?:but|though)[^,;:()?]{3,60}| \(optional\))?[.!]?$/iu;
const OPTIONALLY = /^(?:and )?optionally,? (?!they |people )(.+?)[.]?$/iu;
const CAN_OPTIONALLY = /^((?:they|people|everyone|\p{L}+s) (?:can|may|could) )optionally (.+?)[.]?$/iu;

export function withoutTails(sentence: string, grammar: Grammar): string {
  const outside = (text: string, pattern: RegExp, plain: string) => {
    const inside = enclosed(text);
    return text.replace(pattern, (whole: string, ...rest: unknown[]) => {
      const at = rest.find((one) => typeof one === "number") as number;
      const group = typeof rest[0] === "string" ? rest[0] : "";
      return inside[at] === 1 || at === 0 ? whole : plain.replace("$1", group);
    });
  };
  let text = outside(sentence, DIGITS, " ($1)");
  text = outside(text, OPTIONAL, " (optional)");
  text = outside(text, WISH, " (optional)");
  for (const pattern of [REASON, IN_CASE, ASIDES]) text = outside(text, pattern, "");
  const welcome = WELCOME.exec(text)?.[1];
  if (welcome && !/^(?:it|that|this|all|everyone|everything)\b/i.test(welcome))
    text = `${optional(welcome)}.`;
  const list = OPTIONALLY.exec(text)?.[1];
  if (list && !list.includes(":")) text = `${splitList(list, grammar).map(optional).join(", ")}.`;
  const [, start = "", given = ""] = CAN_OPTIONALLY.exec(text) ?? [];
  if (start !== "" && !given.includes(",")) text = `${start}${optional(given)}.`;
  return withPartRemarks(text, grammar);
}

function optional(part: string): string {
  return /\((?:optional|required)\)$/.test(part) ? part : `${part} (optional)`;
}

/** "Title and author are mandatory" */
const REMARK =
  /^(.{2,60}?) (?:(?:is|are) )?(?:(optional|voluntary|not required|not mandatory|not)|required|mandatory|compulsory|a must|needed)$/iu;

/** "Title and author are mandatory, ISBN optional, and the card number": remarks among fields stand in brackets behind them. */
function withPartRemarks(text: string, grammar: Grammar): string {
  const bare = text.replace(/[.!]$/, "");
  if (
    !/optional|required|mandatory|must|compulsory|voluntary|needed| not(?:,|$)/i.test(bare) ||
    /[:;]/.test(bare)
  )
    return text;
  const parts = splitOutside(bare, /,/g).map((part) => stripAnd(part, grammar));
  const remarks = parts.map((part) => REMARK.exec(part));
  if (parts.length < 2 || !remarks.some((found) => found !== null)) return text;
  if (remarks.every((found) => found !== null) && !isMixed(remarks)) return text;
  const named = remarks.map((found, index) => (found ? namesIn(found, grammar) : [parts[index]!]));
  if (named.some((names) => names === undefined)) return text;
  return `${named.flat().join(", ")}.`;
}

/** Whether the list says of some fields that they are required, and of others that they are not. */
function isMixed(remarks: readonly (RegExpExecArray | null)[]): boolean {
  return new Set(remarks.map((found) => found?.[2] !== undefined)).size > 1;
}

/** "Title and author" -> "title (required)", "author (required)"; undefined: these are no names of fields. */
function namesIn([, subject = "", isOptional]: RegExpExecArray, grammar: Grammar): string[] | undefined {
  if (/^(?:all|everything|the rest|others?|nothing|if|when|whether|why|how|what|and|or)\b/i.test(subject))
    return undefined;
  const names = splitList(subject, grammar);
  const areShort = names.every((name) => name.split(" ").length <= 4 || isKnown(name, grammar));
  return areShort ? names.map((name) => `${name} (${isOptional ? "optional" : "required"})`) : undefined;
}
