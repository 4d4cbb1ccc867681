/** Tells sentences that instruct the builder, such as "close the form after 50 responses", from fields to ask for. */
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { type InstructionName, instructionsIn } from "../lexicon/instructions.ts";
import { type PhraseSet, phraseSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { matchTemplate } from "../lexicon/templates.ts";
import { splitChoices } from "./choices.ts";
import type { Item } from "./outline.ts";
import { withoutTrailing } from "./split.ts";

/** Instructions that are known by their words alone, whatever fields the form has. */
const BY_WORDS: readonly InstructionName[] = [
  "once",
  "closeAfter",
  "closeOn",
  "redirect",
  "button",
  "thanks",
  "splitPages",
  "onePerPage",
  "onePage",
  "showIf",
  "hideIf",
  "onlyDomain",
  "notDomain",
  "allowOther",
  "shuffle",
  "maxSelections",
  "onlyRequired",
];

/** Among the items of a list, these are modifiers of a field: "email (must be @acme.com)". */
const OF_FIELDS: ReadonlySet<InstructionName> = new Set<InstructionName>([
  "onlyDomain",
  "notDomain",
  "maxSelections",
  "onlyRequired",
  "showIf",
  "allowOther",
]);

/** Whether an item of a list instructs the builder and names no field: "close after 25 responses". */
export function isInstructionItem(item: string, grammar: Grammar): boolean {
  return matches(
    item,
    BY_WORDS.filter((name) => !OF_FIELDS.has(name)),
    grammar,
  );
}

/** Whether a sentence instructs the builder. */
export function isInstruction(sentence: string, grammar: Grammar): boolean {
  return matches(sentence, BY_WORDS, grammar);
}

function matches(sentence: string, names: readonly InstructionName[], grammar: Grammar): boolean {
  const text = withoutTrailing(sentence.trim(), " .!");
  if (text.length > 300) return false;
  return languagesOf(grammar).some((language) =>
    names.some((name) =>
      instructionsIn(language).templates[name].some((template) => {
        const [slots] = matchTemplate(template, text);
        return (
          slots !== undefined && fits(name, slots) && (name !== "showIf" || isConditional(text, grammar))
        );
      }),
    ),
  );
}

/** "Ask if they would come back" asks a question; "If they come, ask ..." and "only if" set conditions. */
function isConditional(text: string, grammar: Grammar): boolean {
  const { only, start } = conditionsOf(grammar);
  const folded = fold(text);
  const alone = languagesOf(grammar).flatMap((language) => instructionsIn(language).vocabulary.only ?? []);
  return (
    start.start(folded) !== undefined ||
    only.first(folded) !== undefined ||
    alone.some((word) => folded.startsWith(`${fold(word)} `))
  );
}

/** Numbers, days, addresses and domains are read exactly; the other slots take any words. */
function fits(name: InstructionName, slots: Readonly<Record<string, string>>): boolean {
  if (slots.n !== undefined && !/^\d{1,7}$|^\p{L}+$/u.test(slots.n)) return false;
  if (name === "closeAfter" && !/^\d{1,7}$/.test(slots.n ?? "")) return false;
  if (slots.date !== undefined) return /\d{4}/.test(slots.date);
  if (slots.url !== undefined) return /^(?:https?:|www\.)/i.test(slots.url);
  if (slots.domain !== undefined) return /^@?[\p{L}\p{N}.-]*\p{L}\.\p{L}+(?:-\p{L}+)?$/u.test(slots.domain);
  return true;
}

function languagesOf({ languages }: Grammar) {
  return [...new Set([...languages, "en" as const])];
}

const conditionWords = new Map<string, { readonly only: PhraseSet; readonly start: PhraseSet }>();

function conditionsOf(grammar: Grammar) {
  const key = languagesOf(grammar).join();
  let words = conditionWords.get(key);
  if (!words) {
    const lists = languagesOf(grammar).map((language) => instructionsIn(language).vocabulary);
    const ifs = lists.flatMap((vocabulary) =>
      (vocabulary.if ?? []).filter((word) => word !== "bei" && word !== "where"),
    );
    const onlys = lists.flatMap((vocabulary) => vocabulary.only ?? []);
    const both = onlys.flatMap((only) => ifs.map((word) => `${only} ${word}`));
    const set = (list: readonly string[]) =>
      phraseSet(list.map((one) => (fold(one).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")));
    words = { only: set(both), start: set([...both, ...ifs]) };
    conditionWords.set(key, words);
  }
  return words;
}

/** "number of nights only if accommodation is yes" -> the text before and the condition. */
export function splitOnlyIf(text: string, grammar: Grammar): { text: string; condition?: string } {
  const folded = fold(text);
  const found = conditionsOf(grammar).only.all(folded).at(-1) ?? finalIf(folded, grammar);
  if (!found || found.start === 0) return { text };
  const condition = withoutTrailing(text.slice(found.end).trim(), " .,)");
  return condition === ""
    ? { text }
    : { text: withoutTrailing(text.slice(0, found.start), " ,(-"), condition };
}

/** "invoice address if company pays", "workshop only for vip tickets" */
function finalIf(folded: string, grammar: Grammar): { start: number; end: number } | undefined {
  if (grammar.languages[0] !== "en" || /[?:(,]/.test(folded) || ASKED.test(folded)) return undefined;
  const match = / (?:only for|if|unless) (?=\p{L}+ \p{L}|\p{L}{3,}$|no$)/u.exec(folded);
  if (!match || match[0] === " unless ") return undefined;
  return { start: match.index, end: match.index + match[0].length };
}

/** "ask if they will come", "injuries if any" and "if possible" set no condition. */
const ASKED =
  /^(?:ask|tell|say|state|check|know|whether|if|how|what|who|where|which)|if (?:any|applicable|available|needed|possible|necessary|so|known|you have|they have|not)(?: |$)/u;

/** "When are they available" asks for a time. */
const ASKS_WHEN =
  /^when (?:are|is|was|were|do|does|did|can|could|will|would|should|have|has) (?:you|they|we|it|he|she|the|your|their|people) /iu;

/** The condition of "(only if accommodation is yes)"; undefined if a text begins with none. */
export function conditionIn(text: string, grammar: Grammar): string | undefined {
  if (ASKS_WHEN.test(text)) return undefined;
  const found = conditionsOf(grammar).start.start(fold(text));
  const rest = found ? withoutTrailing(text.slice(found.end).trim(), " .,") : "";
  // "sí/no" are answers, although "si" is "if" without its accent.
  return rest === "" || rest.startsWith("/") ? undefined : rest;
}

/** "if coming: meat or fish" -> "Meat or fish? (if coming)" with its choices; other items stay. */
export function conditionLast(item: Item, grammar: Grammar): Item {
  const [, head = "", rest = ""] = /^([^:()]{3,60}): +([^:()]{2,200})$/.exec(item.text) ?? [];
  const condition = head === "" || item.choices?.length ? undefined : conditionIn(head, grammar);
  if (condition === undefined) return item;
  const isChoice = !rest.endsWith("?") && grammar.or.first(fold(rest)) !== undefined;
  const choices = isChoice ? splitChoices(rest, grammar) : [];
  if (choices.length < 2 || choices.some((choice) => choice.split(" ").length > 4))
    return { ...item, text: `${rest} (${head})` };
  return { ...item, text: `${sentenceCase(rest)}? (${head})`, choices };
}
