/** Reads the label of an item, and takes kinds of field and modifiers off it. */
import type { Draft } from "../fields/draft.ts";
import { unitAtEnd } from "../fields/units.ts";
import { findConcept, findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { addressed, directQuestion } from "./indirect.ts";
import { applyModifiers, cut, withoutDangling } from "./modifiers.ts";
import { withoutTrailing } from "./split.ts";

/** Questions keep their words. Other labels lose modifiers and kinds of field, unless the lexicon knows the whole label. */
export function readLabel(label: string, draft: Draft, grammar: Grammar): void {
  if (label.endsWith("*")) draft.required = true;
  const starless = withoutTrailing(/^["“„«]([^"“”„«»]+)["”“»]$/.exec(label)?.[1] ?? label, "* ");
  const kept = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.wholeLabels ?? []);
  if (kept.is(fold(starless))) {
    draft.label = starless;
    return;
  }
  if (NPS.test(starless)) {
    draft.label = "NPS";
    return;
  }
  if (grammar.kinds.is(fold(starless))) {
    draft.label = starless;
    setKind(starless, draft, grammar);
    return;
  }
  const stripped = withoutFillers(starless, grammar);
  const bare = PRONOUN.test(stripped) ? starless : stripped;
  const direct = grammar.languages[0] === "en" ? directQuestion(bare) : bare;
  if (direct !== bare) {
    const modified = applyModifiers(bare, draft, grammar);
    // "which package they are interested in" ends with its own preposition.
    if (HOW_FAR.test(bare) && unitAtEnd(bare, grammar)) {
      draft.label = directQuestion(withoutUnit(bare, draft, grammar));
      return;
    }
    draft.label = modified === bare ? direct : directQuestion(withoutDangling(modified, grammar));
  } else if (starless.endsWith("?")) {
    applyModifiers(starless, draft, grammar);
    draft.label = withoutUnit(starless, draft, grammar);
  } else if (findConcept(bare, grammar.languages)) draft.label = bare;
  else if (grammar.agree.start(fold(bare))) {
    draft.kind = "consent";
    draft.label = bare;
  } else if (PRONOUN.test(stripped)) draft.label = starless;
  else readName(isStatement(starless) ? starless : spoken(bare, grammar), draft, grammar);
}

/** Drops "their" and "please enter". "To date" keeps its first word, which gives it another meaning. */
function withoutFillers(label: string, grammar: Grammar): string {
  const stripped = stripFillers(label.replace(ABOUT_RESPONDENTS, "").replace(SAY_WHAT, ""), grammar);
  const [whole, rest] = [label, stripped].map((text) => findConcept(text, grammar.languages)?.value);
  return whole !== undefined && whole !== rest ? label : stripped;
}

function spoken(label: string, { languages }: Grammar): string {
  return languages[0] === "en" ? addressed(label) : label;
}

/** "at the end they upload a photo" asks for "upload a photo". */
const ABOUT_RESPONDENTS =
  /^(?:(?:at the end|finally|after that|afterwards|then|also|lastly|in the end),? )?(?:(?:let )?(?:they|them|people|users|guests|respondents|everyone|customers|applicants|parents|participants|members|visitors|each \p{L}+) (?:(?:should|must|can|will|need to|have to|also|optionally|be able to) ){0,3}(?:enter|give|provide|tell us|tell me|fill in|add|sign|pick|choose|select|state|name|write|leave|say|(?=upload|attach|accept|agree)) ?)/iu;

/** "say what they find hardest" asks what. */
const SAY_WHAT =
  /^(?:and )?(?:also )?(?:say|tell us|tell me|state|indicate|mention|specify|tick|note|write(?: down)?|explain|report|let us know|give us|choose|pick|select)s? (?=(?:their|the|your|a) \p{L}|(?:what|which|how|whether|if|when|where|why|who) )/iu;

/** "how far they'd drive in km" */
const HOW_FAR = /^how (?!many|much|often)/i;

/** "The instructor was knowledgeable" keeps its article. */
function isStatement(label: string): boolean {
  // Swedish "om de kommer" is a question, although "om" before a noun is "about".
  if (/^om (?:de|den|det|man|du|ni|hun|han|hon|der|det|barnet|børnene|barnen|I) \p{L}/iu.test(label))
    return true;
  return /^(?:the|this|our|my|i|we) .+ (?:is|are|was|were|has|have|will|can|feel) /i.test(label);
}

/** "name field" has the label "name". */
const FIELD = / (?:input )?(?:field|input|box|feld|champ|veld|fält|felt|kenttä|väli|mező|câmp)$/i;

/** "pregunta NPS" and "pytanie NPS" */
const NPS = /^\p{L}{4,12}[- ]NPS$|^NPS[- ]\p{L}{4,12}$/u;

/** "describe it" is no field "it", and "pick up date" none "up date". */
const PRONOUN =
  /^(?:(?:up(?! to )|out|off) .+|it|them|this|that|these|those|es|das|ihn|lo|la|le|les|dit|dat|het)$/i;

function readName(label: string, draft: Draft, grammar: Grammar): void {
  const named = label.replace(FIELD, "");
  const modified = applyModifiers(named, draft, grammar).replace(
    /^of (?:these|the following|the) (?=\p{L})/iu,
    "",
  );
  const whole = modified === named ? named : withoutCopula(withoutDangling(modified, grammar), grammar);
  const cut = withoutUnit(whole, draft, grammar);
  const plain = isStatement(label) ? cut : stripFillers(cut, grammar) || label;
  draft.label =
    draft.unit !== undefined || findConcept(plain, grammar.languages)
      ? plain
      : withoutCopula(cutKinds(plain, draft, grammar), grammar);
}

/** "delivery date must be", from which "today or later" was cut. */
function withoutCopula(text: string, grammar: Grammar): string {
  const last = grammar.copulas.all(fold(text)).at(-1);
  const before = last && last.end === text.length ? text.slice(0, last.start).trim() : "";
  return before === "" || PERSON.test(before) ? text : before;
}

/** "wait time in minutes", "height cm": a number in a unit. */
function withoutUnit(label: string, draft: Draft, grammar: Grammar): string {
  const measured = draft.kind || draft.dates ? undefined : unitAtEnd(label, grammar);
  if (!measured) return label;
  draft.kind = "number";
  draft.unit = measured.unit;
  return measured.name;
}

/** "how happy you are" */
const PERSON = /(?:^| )(?:you|they|we|i|it|who|what|that|which|where|how)$/iu;

/** Sets the kind that a phrase names, unless the draft has one. */
export function setKind(phrase: string, draft: Draft, grammar: Grammar): void {
  const kind = findKind(phrase, grammar.languages)?.value;
  if (kind) draft.kind ??= kind;
}

/** "CV upload" -> "CV", "dropdown for the country" -> "country"; "upload" alone stays. */
export function cutKinds(label: string, draft: Draft, grammar: Grammar): string {
  let rest = label;
  for (let attempt = 0; attempt < 3; attempt++) {
    const found = grammar.kinds.first(fold(rest));
    // "heart rate" is a number, and "rate the food" a rating.
    if (!found || (found.phrase === "rate" && found.start > 0)) break;
    setKind(found.phrase, draft, grammar);
    const counted = withoutLength(rest, found.start, draft);
    const named = { ...found, start: counted };
    const after = withoutStart(withoutLeading(cut(rest, named)), grammar.dangling);
    const plain = stripFillers(withoutDangling(after, grammar), grammar);
    if (plain === "" || NUMBER.test(plain) || grammar.dangling.is(fold(plain))) return rest;
    rest = plain;
  }
  return rest;
}

/** Where "5 star rating" begins: a number before the kind says how far the rating or the scale goes. */
function withoutLength(text: string, start: number, draft: Draft): number {
  const isMeasured = draft.kind === "rating" || draft.kind === "scale";
  const [whole = "", length = ""] = (isMeasured && LENGTH.exec(text.slice(0, start))) || [];
  if (length === "") return start;
  draft.bounds ??= draft.kind === "scale" ? { min: 1, max: Number(length) } : { max: Number(length) };
  return start - whole.length;
}

const LENGTH = /(?<!\S)(\d{1,2})(?:[- ]\p{L}{3,9})?[- ]$/u;

/** "upload one jpg" has no label "one". */
const NUMBER = /^(?:\d{1,3}|one|two|three|ein|eine|einen|un|une|uno|una|um|uma|een)$/i;

function withoutLeading(text: string): string {
  return text.replace(/^[\s,:;.–-]{1,5}/, "");
}
