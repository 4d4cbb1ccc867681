/** Reads lists of fields that are asked for only under a condition. */

import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { conditionIn, isInstruction } from "./instructions.ts";
import { addItems, type Item, type Outline } from "./outline.ts";
import { toItems } from "./recognise.ts";
import { startsCondition } from "./request.ts";
import { colonAt, withoutTrailing } from "./split.ts";

/** "Show the rest only if they come:" */
const REST =
  /^(?:and |then |please )?(?:show|ask|ask for|display)(?: (?:the rest|everything else|all of this|the following|these|this|the others|what follows))? (?=(?:only )?(?:if|when) )/i;

/** "Show the rest only if they come: number of guests, menu" asks for all of the list only then. */
export function addRest(sentence: string, colon: number, outline: Outline, grammar: Grammar): boolean {
  const start = REST.exec(sentence)?.[0];
  const head = start === undefined ? "" : sentence.slice(start.length, colon).trim();
  if (start === undefined || conditionIn(head, grammar) === undefined) return false;
  return addUnder(head, itemsAfter(sentence, colon, grammar), outline);
}

/** "If technical: device, version" asks for these only then. */
export function addConditional(sentence: string, colon: number, outline: Outline, grammar: Grammar): boolean {
  const head = sentence.slice(0, colon).trim();
  if (startsCondition(sentence, grammar) || conditionIn(head, grammar) === undefined) return false;
  const items = itemsAfter(sentence, colon, grammar);
  if (isInstruction(sentence, grammar)) return false;
  const [only] = items;
  if (items.length !== 1 || INDIRECT.test(only!.text) || only!.text.includes("("))
    return addUnder(head, items, outline);
  addItems(outline, [{ text: withoutTrailing(sentence, " .") }]);
  return true;
}

/** "If they pick hotel: whether they'd like breakfast" */
const INDIRECT =
  /^(?:whether|if|how (?:many|much|often|long)|which|what|when|where) (?:.* )?(?:they|he|she)(?=['’ ])/iu;

function itemsAfter(sentence: string, colon: number, grammar: Grammar): Item[] {
  return toItems(withoutTrailing(sentence.slice(colon + 1).trim(), " ."), grammar);
}

/** Adds the fields of a list, each with the condition before the list. Returns whether there are any. */
function addUnder(condition: string, items: readonly Item[], outline: Outline): boolean {
  addItems(
    outline,
    items.map((item) => ({ ...item, text: `${item.text} (${condition})` })),
  );
  return items.length > 0;
}

/** "If they are under 18 a parent has to sign": a condition that no command carries out asks for nothing of everybody. */
export function isLostCondition(sentence: string, grammar: Grammar): boolean {
  return (
    IF.test(sentence) &&
    !sentence.endsWith("?") &&
    colonAt(sentence) < 0 &&
    sentence.split(" ").length > 5 &&
    conditionIn(sentence, grammar) !== undefined
  );
}

const IF = /^(?:if|unless|falls|wenn|jeśli|jeżeli) /iu;

/** "Si necesita palas, cuántas": the question behind a condition. English is written out before. */
export function questionUnder(sentence: string, grammar: Grammar): Item | undefined {
  const [, head = "", rest = ""] = /^([^,:()?]{4,80}), ([^,:()]{3,80}?)[.?]?$/.exec(sentence) ?? [];
  if (grammar.languages[0] === "en" || head === "" || conditionIn(head, grammar) === undefined)
    return undefined;
  const bare = withoutStart(rest, wordSet(instructionsIn(grammar.languages[0]!).vocabulary.thenWord ?? []));
  const { indirect = "" } = grammar.words.people ?? {};
  const asks =
    questionKind(bare, grammar) !== undefined || wordSet(indirect.split(",")).start(fold(bare)) !== undefined;
  return asks ? { text: `${bare} (${head})` } : undefined;
}
