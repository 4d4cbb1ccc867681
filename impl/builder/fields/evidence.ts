/** Infers what a label takes that the lexicon does not know, from its head noun, its last words and its first word. */
import type { Language } from "../../../generated/types.ts";
import { type AnswerList, answerNouns as nounsOf } from "../lexicon/answer-nouns.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import type { Shape } from "./shapes.ts";

/** What the words of a label say about its answer. */
export interface Evidence {
  readonly shape: Shape;
  /** The words also allow another answer, so a warning names the field. */
  readonly doubtful?: true;
  /** Several words say so together, such as "expected attendance", which is more than its last word says. */
  readonly specific?: true;
}

/** A label of more words is a sentence. */
const MAX_WORDS = 10;

const TEXT: Evidence = { shape: { type: "short_text" } };
const NUMBER: Shape = { type: "number", min: 0 };
/** Temperatures and heights above the sea may be negative, and so may balances. */
const SIGNED: Shape = { type: "number" };

/** A number that is only a name, such as that of a card or of a room: "número de tarjeta" is no count. */
export function codeIn(label: string, grammar: Grammar): Evidence | undefined {
  const folded = fold(label);
  const named = nounsOf(grammar, "codes").phrases.all(coreOf(folded, grammar)).at(-1);
  if (named?.phrase.includes(" ") && named.end === coreOf(folded, grammar).length) return TEXT;
  const rate = nounsOf(grammar, "rates").phrases.all(folded).at(-1);
  if (rate && rate.end === folded.length && rate.start > 3 && !/[?,]/.test(folded))
    return nounIn(coreOf(folded, grammar), grammar)?.shape.type === "number"
      ? { shape: NUMBER }
      : { shape: NUMBER, doubtful: true };
  const counted = grammar.questions.count.start(folded);
  if (!counted || !grammar.words.answers.numbered) return undefined;
  const rest = folded.slice(counted.end).replace(/^[\s'’]+/, "");
  const thing = nounsOf(grammar, "numbered").phrases.all(rest)[0];
  // Only the first noun behind "number of", perhaps with an article.
  return thing && thing.start <= 6 && rest.slice(0, thing.start).trim().split(/\s+/).length <= 1
    ? TEXT
    : undefined;
}

/** What a label takes; undefined: its words do not say. */
export function evidenceIn(label: string, grammar: Grammar): Evidence | undefined {
  const folded = fold(label)
    .replace(/[\s.:!*]+$/u, "")
    .trim();
  const count = folded.split(" ").length;
  if (count > MAX_WORDS || /[?;,]/.test(folded) || grammar.or.first(folded)) return undefined;
  return (
    ending("timeEnds", { type: "time" }, folded, grammar) ??
    ending("dateEnds", { type: "date" }, folded, grammar) ??
    asked(folded, count, grammar) ??
    headed(folded, grammar)
  );
}

/** "fault noticed on", "back at base at": the last words say what comes. */
function ending(list: AnswerList, shape: Shape, folded: string, grammar: Grammar): Evidence | undefined {
  const nouns = nounsOf(grammar, list);
  const last = nouns.phrases.all(folded).at(-1);
  if (!last || last.end !== folded.length) return undefined;
  const isWhole = nouns.whole.is(last.phrase);
  if (isWhole ? last.start > 0 : last.start === 0 && !last.phrase.includes(" ") && list === "timeEnds")
    return undefined;
  if (list === "dateEnds" && NO_DATE.test(folded)) return undefined;
  const isTime = list === "dateEnds" && matchIn(folded.slice(0, last.start).trim(), "times", grammar);
  return {
    shape: isTime ? { type: "time" } : shape,
    ...(list === "dateEnds" && { doubtful: true as const }),
  };
}

/** "worked on", "interested in": the preposition belongs to the verb. */
const NO_DATE =
  /(?:^|\s)(?:work(?:ed|ing|s)?|based|focus(?:ed|es)?|depends?|rely|keen|put|try|tried|spen[dt]|notes?|opinions?|views?|thoughts?|comments?|information|info|details|advice|reports?|add|count|turn|switch|called|go|going|agreed?) on$/u;

/** "can the child float unaided": a verb in front asks for yes or no. */
function asked(folded: string, count: number, grammar: Grammar): Evidence | undefined {
  const found = nounsOf(grammar, "asks").phrases.start(folded);
  if (!found || count < 3 || /^(?:do|can) not? /.test(folded)) return undefined;
  return { shape: { type: "yes_no" }, doubtful: true };
}

/** The head noun: "maximum weight of the boat" is a weight, and "weight class" is none. */
function headed(folded: string, grammar: Grammar): Evidence | undefined {
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  const state = nounsOf(grammar, "states").phrases.all(folded).at(-1);
  if (state && state.start === 0 && state.end === folded.length && words.length === 1)
    return { shape: { type: "yes_no" }, doubtful: true };
  const stated = state !== undefined && state.end === folded.length && state.start > 0;
  const core = coreOf(stated ? folded.slice(0, state.start).trim() : folded, grammar);
  if (core === "") return undefined;
  const found = nounIn(core, grammar);
  if (found) return stated && found.shape.type === "time" ? undefined : found;
  return stated && words.length <= 5 && !isMany(core, grammar)
    ? { shape: { type: "yes_no" }, doubtful: true }
    : undefined;
}

/** The words before the first one that begins what is said about the noun. */
function coreOf(folded: string, grammar: Grammar): string {
  const ends = [nounsOf(grammar, "cuts"), nounsOf(grammar, "tails")].map(
    (nouns) => nouns.phrases.all(folded).find(({ start }) => start > 0)?.start ?? folded.length,
  );
  return folded.slice(0, Math.min(...ends)).trim();
}

/** English plurals that need a list or a number are not answered with yes or no. */
function isMany(core: string, grammar: Grammar): boolean {
  return (
    grammar.languages[0] === "en" &&
    (/[^s]s$/.test(core) ||
      /(?:help|support|advice|treatment|medication|training|information|actions?|dose|dosage|size|material|equipment|work|colour|time)$/.test(
        core,
      ))
  );
}

const HEADS: readonly (readonly [AnswerList, Shape])[] = [
  ["codes", { type: "short_text" }],
  ["measures", NUMBER],
  ["counted", { type: "number", min: 0, integer: true }],
  ["dates", { type: "date" }],
  ["times", { type: "time" }],
];

function nounIn(core: string, grammar: Grammar): Evidence | undefined {
  const found = HEADS.flatMap(([list, shape]) => {
    const match = matchIn(core, list, grammar);
    return match ? [{ list, shape, ...match }] : [];
  });
  // The longer noun decides: "start time" is a time, "number of hours" none of "number".
  const [best] = found.sort((a, b) => a.start - b.start || b.length - a.length);
  if (!best) return undefined;
  const { list, length, start, isDoubtful } = best;
  const shape = list === "measures" && SIGNED_WORDS.test(core) ? SIGNED : best.shape;
  const isCounted = list === "counted" && !(start === 0 && length === core.length);
  return {
    shape,
    ...(best.isPhrase && { specific: true as const }),
    ...((isDoubtful || list === "counted" || isCounted) && { doubtful: true as const }),
  };
}

const SIGNED_WORDS =
  /temp|lampotila|teplot|θερμοκρασ|homerseklet|teocht|altitude|altitud|hohe uber|balance|saldo|solde/u;

/** Where the noun of a list is the head of a label: at its end, or in some languages at its beginning. */
function matchIn(
  core: string,
  list: AnswerList,
  grammar: Grammar,
): { start: number; length: number; isDoubtful: boolean; isPhrase: boolean } | undefined {
  const nouns = nounsOf(grammar, list);
  const isDoubtful = (phrase: string) => nouns.doubtful.is(phrase);
  const isAlone = (phrase: string) => list === "counted" && nouns.whole.is(phrase) && phrase !== core;
  const all = nouns.phrases.all(core).filter(({ phrase }) => !isAlone(phrase));
  if (grammar.words.headFirst) {
    const first = all[0];
    const before = first ? core.slice(0, first.start).trim() : "";
    if (!first || before.split(" ").length > 1) return undefined;
    return {
      start: first.start,
      length: first.end - first.start,
      isDoubtful: isDoubtful(first.phrase) || before !== "",
      isPhrase: first.phrase.includes(" "),
    };
  }
  const last = all.at(-1);
  if (last && last.end === core.length)
    return {
      start: 0,
      length: last.end - last.start,
      isDoubtful: isDoubtful(last.phrase),
      isPhrase: last.phrase.includes(" "),
    };
  const word = core.split(" ").at(-1)!;
  const ending = COMPOUNDS.has(grammar.languages[0]!)
    ? nouns.endings.find((one) => word.endsWith(one) && word.length > one.length + 2)
    : undefined;
  return ending
    ? { start: 0, length: ending.length, isDoubtful: isDoubtful(ending), isPhrase: false }
    : undefined;
}

/** Languages that write a noun and its head together. */
const COMPOUNDS: ReadonlySet<Language> = new Set<Language>(["de", "nl", "sv", "da", "fi", "et", "hu"]);
