/** Finds choices that follow a label without brackets or a colon: "severity low/medium/high", "T-shirt size S M L XL". */

import { meaningOf } from "../fields/meaning.ts";
import { findChoice } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { readAccept } from "./files.ts";
import { isKnown } from "./known.ts";
import { weekdaysFromTo } from "./weekdays.ts";

/** A label and the choices behind it. */
export interface ChoiceRun {
  readonly label: string;
  readonly choices: string[];
  /** Nothing but "or" says that these are choices. */
  readonly doubtful?: true;
}

const SIZE = "(?:\\d?X{1,3}[SL]|XS|XL|S|M|L)";
const SIZES = new RegExp(`^(.+?) ${SIZE}(?:(?: ?[/,-] ?| )${SIZE}){2,}$`);
const SLASHES = /^(.+?) ([^\s/]+(?:\/[^\s/]+){2,})\??$/;
const SHORT = /^(.+?) ([^\s/]{1,2}\/[^\s/]{1,2})\??$/;
const ALL_SIZES = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL"];
const FROM_TO =
  /^(?:(.+?) )?(?:(?:from|von|de|da|od|van) )?(XX?S|[SML]) ?(?:-|–|to|bis|à|a|tot|do|till|til) ?(M|L|X{1,3}L)$/u;
const LONGEST = 120;

/** The label and the choices of a run at the end of a text. Dates, addresses and "allergies/medication" are none. */
export function choiceRun(text: string, grammar: Grammar): ChoiceRun | undefined {
  if (text.length > LONGEST) return undefined;
  const sizes = SIZES.exec(text)?.[1];
  if (sizes !== undefined)
    return {
      label: sizes,
      choices: text
        .slice(sizes.length)
        .split(/[\s/,-]+/)
        .filter(Boolean),
    };
  const [whole, garment = ""] = FROM_TO.exec(text) ?? [];
  if (whole !== undefined && garment !== "") return { label: garment, choices: sizesFromTo(text)! };
  const [, named = "", days = ""] = /^(.+?) (\p{L}{2,12}\.? ?[-–] ?\p{L}{2,12}\.?)$/u.exec(text) ?? [];
  const range = days === "" ? undefined : weekdaysFromTo(days, grammar);
  if (range) return { label: named, choices: range };
  return (
    boundRun(text, grammar) ??
    numberRun(text) ??
    apartRun(text) ??
    slashRun(text, grammar) ??
    knownRun(text, grammar) ??
    alternativesIn(text, grammar)
  );
}

/** "XS to XXL" -> all sizes from the first to the last; undefined: the text is no range of sizes. */
export function sizesFromTo(text: string): string[] | undefined {
  const [, , first = "", last = ""] = FROM_TO.exec(text) ?? [];
  const [from, to] = [ALL_SIZES.indexOf(first), ALL_SIZES.indexOf(last)];
  return from < 0 || to <= from ? undefined : ALL_SIZES.slice(from, to + 1);
}

/** "height under 5 m / 5-10 m / over 10 m": the label ends where the first of several numbers or bounds begins. */
function boundRun(text: string, grammar: Grammar): ChoiceRun | undefined {
  const parts = text.split(" / ");
  if (parts.length < 2 || parts.filter((part) => /\d/.test(part)).length < 2) return undefined;
  const [first = "", ...others] = parts;
  const digit = first.search(/[<>≤≥]? ?\d/);
  const bounds = [grammar.atMost, grammar.atLeast].flatMap((pattern) =>
    Array.from(fold(first).matchAll(pattern), ({ index }) => index),
  );
  const start = Math.min(...bounds, digit < 0 ? first.length : digit);
  const label = first.slice(0, start).trim();
  if (!/\p{L}{2}/u.test(label) || label.split(" ").length > 5) return undefined;
  return { label: label.replace(/:$/, ""), choices: [first.slice(start).trim(), ...others] };
}

/** "length 1/3/6/12 months": numbers that grow, with their unit. Days of the calendar have no unit behind them. */
function numberRun(text: string): ChoiceRun | undefined {
  const [, label = "", list = "", unit = ""] =
    /^(\p{L}.{1,50}?) (\d+(?:\/\d+){2,})( \p{L}{1,12})?$/u.exec(text) ?? [];
  const numbers = list.split("/").map(Number);
  const grow = numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);
  if (label === "" || !grow || (unit === "" && numbers.length < 4)) return undefined;
  return { label, choices: numbers.map((number) => `${number}${unit}`) };
}

/** "pace too slow / right / too fast": the first choice has at most as many words as the longest of the others. */
function apartRun(text: string): ChoiceRun | undefined {
  const [first = "", ...others] = text.replace(/\?$/, "").split(" / ");
  if (others.length < 2 || /[,;:()]/.test(text)) return undefined;
  const longest = Math.max(...others.map((one) => one.split(" ").length));
  const words = first.split(" ");
  if (words.length <= longest || longest > 4) return undefined;
  return {
    label: words.slice(0, -longest).join(" "),
    choices: [words.slice(-longest).join(" "), ...others],
    doubtful: true,
  };
}

function slashRun(text: string, grammar: Grammar): ChoiceRun | undefined {
  // "vegetarian/vegan/none" names no field but its choices.
  const alone = /^(\p{L}[\p{L}-]*(?:\/\p{L}[\p{L}-]*){2,})\??$/u.exec(text)?.[1]?.split("/") ?? [];
  if (alone.length > 2 && !alone.some((one) => isKnown(one, grammar)))
    return { label: alone.join(" / "), choices: alone };
  const [, label = "", run = ""] = SLASHES.exec(text) ?? SHORT.exec(text) ?? [];
  const choices = run.split("/");
  if (choices.length < 2 || /\d[.:]\d|^www|:$/.test(run) || choices.every((one) => /^\d+$/.test(one)))
    return undefined;
  if (/^(?:y\/n|n\/a|j\/n|w\/o|c\/o|s\/n|o\/n)$/i.test(run)) return undefined;
  return { label: label.replace(/[:\s]+$/, ""), choices };
}

/** "severity low med high critical": single words behind a label, the most of which are well-known choices. */
function knownRun(text: string, grammar: Grammar): ChoiceRun | undefined {
  if (/[,;:?/()]/.test(text) || grammar.or.first(fold(text))) return undefined;
  const words = text.split(" ");
  const isChoice = (word: string) => findChoice(word, grammar.languages) !== undefined;
  const from = words.findIndex((word, index) => index > 0 && isChoice(word));
  const run = words.slice(Math.max(from, 0));
  if (from < 1 || from > 3 || run.length < 3 || run.filter(isChoice).length * 4 < run.length * 3)
    return undefined;
  return { label: words.slice(0, from).join(" "), choices: run };
}

/** "Delivery or pickup?", "size small or large", "call or text me": the words on both sides of "or" are choices. */
function alternativesIn(text: string, grammar: Grammar): ChoiceRun | undefined {
  if (!/^[^,:;()]{3,60}$/.test(text) || questionKind(text, grammar)) return undefined;
  const bare = text.replace(/^[¿\s]+|[?\s]+$/g, "");
  const [word, ...more] = grammar.or.all(fold(bare));
  if (!word) return undefined;
  if (more.length > 0) return threeOf(text, bare, grammar);
  const left = bare.slice(0, word.start).trim().replace(ARE_THEY, "");
  const right = bare.slice(word.end).trim();
  if (left === "" || right === "" || isBound(text, right, grammar)) return undefined;
  const areShort = [left, right].every((side) => side.split(" ").length <= 3);
  if (text.endsWith("?")) return areShort ? { label: text, choices: [left, right] } : undefined;
  const named = labelledBy(left, right, grammar);
  if (named || !areShort) return named;
  const plain = [left, right].map((side) => withoutFillers(side, grammar));
  if (plain.some((side) => isKnown(side, grammar))) return undefined;
  const areWellKnown = plain.every((side) => findChoice(side, grammar.languages));
  return { label: text, choices: plain, ...(!areWellKnown && { doubtful: true as const }) };
}

/** "are they driver or passenger": the words before the first choice. */
const ARE_THEY =
  /^(?:are|is|were|was|whether|if) (?:they|you|he|she|it) (?:(?:are|is) )?(?:a |an |the )?(?=\p{L})/iu;

/** "meat or fish or vegan" */
function threeOf(text: string, bare: string, grammar: Grammar): ChoiceRun | undefined {
  const sides: string[] = [];
  let from = 0;
  for (const { start, end } of grammar.or.all(fold(bare))) {
    sides.push(bare.slice(from, start).trim());
    from = end;
  }
  sides.push(bare.slice(from).trim());
  const areShort = sides.every(
    (side) => side !== "" && side.split(" ").length <= 2 && !isKnown(side, grammar),
  );
  return areShort ? { label: text, choices: sides, doubtful: true } : undefined;
}

/** "the card" -> "card"; "pick up" is no "up". */
function withoutFillers(side: string, grammar: Grammar): string {
  const plain = stripFillers(side, grammar);
  return /^(?:up|off|out|in)$/i.test(plain) ? side : plain;
}

/** "18 or older", "tomorrow or later" and "jpg or pdf" are no choices of respondents. */
function isBound(text: string, right: string, grammar: Grammar): boolean {
  const folded = fold(text);
  const { noPast = [], noFuture = [], relativeDays = [] } = instructionsIn(grammar.languages[0]!).vocabulary;
  return (
    /^(?:later|earlier|more|less|fewer|older|younger|before|after|above|below|over|under|up|not|so)$/.test(
      fold(right),
    ) ||
    readAccept(folded) !== undefined ||
    wordSet([...noPast, ...noFuture, ...relativeDays]).first(folded) !== undefined
  );
}

/** "size small" and "large": the choices have as many words as the right side, and the words before name the field. */
function labelledBy(left: string, right: string, grammar: Grammar): ChoiceRun | undefined {
  const words = left.split(" ");
  // "lesson length 30 or 45 minutes"
  const [, number = "", unit = ""] = /^(\d+(?:[.,]\d+)?)( \p{L}+)?$/u.exec(right) ?? [];
  if (number !== "" && /^\d+(?:[.,]\d+)?$/.test(words.at(-1)!) && words.length > 1)
    return { label: words.slice(0, -1).join(" "), choices: [`${words.at(-1)}${unit}`, right] };
  const count = words.length - right.split(" ").length;
  if (count < 1 || count > 4) return undefined;
  const label = words.slice(0, count).join(" ");
  const first = words.slice(count).join(" ");
  const nouns = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.listNouns ?? []);
  const areNumbers = /^\d/.test(first) && /^\d/.test(right);
  const names =
    areNumbers || nouns.first(fold(label)) !== undefined || meaningOf(label, grammar, false) !== undefined;
  const isCut = grammar.dangling.is(fold(words[count - 1]!)) || grammar.fillers.is(fold(label));
  return names && !isCut ? { label, choices: [first, right] } : undefined;
}
