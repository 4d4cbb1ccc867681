/** Reads prose: sentences that name the purpose, list fields or remark on them. */
import type { Draft } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { hasMarks } from "../lexicon/mark-brackets.ts";
import { quizRemark, quizTail } from "./answer-keys.ts";
import { slotCapacity } from "./capacity.ts";
import { splitChoices } from "./choices.ts";
import { isWithinList, readColon, readSegments } from "./colon.ts";
import { denialIn } from "./denials.ts";
import { conditionIn, isInstruction } from "./instructions.ts";
import { isKnown } from "./known.ts";
import { extractLanguages } from "./languages.ts";
import { splitList, splitQuestions } from "./list.ts";
import { matrixIn } from "./matrix.ts";
import { applyModifiers, withoutDangling } from "./modifiers.ts";
import { type Opener, openerOf, readOpened } from "./opener.ts";
import { optionsAt } from "./options.ts";
import { addItems, type Item, type Outline } from "./outline.ts";
import { givenByPeople } from "./people.ts";
import { totalIn, wordSet } from "./prices.ts";
import { areFields, isBareList, toItems } from "./recognise.ts";
import { readRemark } from "./remarks.ts";
import {
  isPolite,
  mentionsForm,
  saysNothing,
  saysPurpose,
  startsCondition,
  stripRequest,
} from "./request.ts";
import { colonAt, splitOutside, withoutTrailing } from "./split.ts";
import { statedLimit } from "./stated-limits.ts";
import { statementsOf, withColon } from "./statements.ts";

/** Reads lines of prose into the outline, sentence by sentence. */
export function readProse(lines: readonly string[], outline: Outline, grammar: Grammar): void {
  const all = lines.flatMap((line) => statementsOf(line, grammar));
  const announced = all.filter(
    (sentence) =>
      colonAt(sentence) > 0 &&
      !mentionsForm(sentence, grammar) &&
      conditionIn(sentence.slice(0, colonAt(sentence)), grammar) === undefined,
  );
  const sectioned = announced.length > 1;
  for (const [index, sentence] of all.entries()) {
    if (isPolite(sentence, grammar)) continue;
    const before = all[index - 1];
    if (limitsChoices(sentence, outline, grammar)) continue;
    if (before?.endsWith("?") && addAnswers(sentence, before, outline, grammar)) continue;
    readSentence(sentence, outline, grammar, sectioned);
  }
}

/** A choice of more words is a sentence. */
const MAX_CHOICE_WORDS = 4;

/** "Which one do you want? A, B or C": a list after a question holds its choices. */
function addAnswers(sentence: string, before: string, outline: Outline, grammar: Grammar): boolean {
  const { items } = outline.sections.at(-1)!;
  const question = items.at(-1);
  if (!question || !before.endsWith(question.text) || sentence.endsWith("?")) return false;
  if (questionKind(question.text, grammar) === "why" || grammar.anonymous.first(fold(sentence))) return false;
  const choices = splitChoices(withoutTrailing(sentence, " ."), grammar);
  if (choices.length < 2 || choices.some((choice) => choice.length > 60)) return false;
  // What has so many words is a sentence: "Members give their number, everyone else gives their address".
  if (!choices.some(hasMarks) && choices.some((choice) => choice.split(" ").length > MAX_CHOICE_WORDS))
    return false;
  if (!choices.some(hasMarks) && choices.some((choice) => choice.length > 40 || isKnown(choice, grammar)))
    return false;
  if (startsCondition(sentence, grammar) || isInstruction(sentence, grammar)) return false;
  if (denialIn(sentence, grammar)) return false;
  if (openerOf(sentence, grammar)?.start === 0 || stripRequest(sentence, grammar) !== sentence) return false;
  items[items.length - 1] = { ...question, choices };
  return true;
}

/** "Pick at least 1 and at most 2." limits the choices before it. */
function limitsChoices(sentence: string, outline: Outline, grammar: Grammar): boolean {
  const { items } = outline.sections.at(-1)!;
  const last = items.at(-1);
  const picks = instructionsIn(grammar.languages[0]!).vocabulary.pick ?? [];
  const rest = withoutStart(withoutTrailing(sentence, " .!"), wordSet(picks));
  if (!last || rest === sentence || rest.length > 60) return false;
  const trial: Draft = { label: "", choices: [] };
  const bare = withoutDangling(applyModifiers(rest, trial, grammar), grammar);
  if ((!trial.bounds && !trial.selections) || bare.replace(/[^\p{L}]/gu, "").length > 3) return false;
  items[items.length - 1] = { ...last, shared: rest };
  return true;
}

function readSentence(whole: string, outline: Outline, grammar: Grammar, sectioned: boolean): void {
  const {
    text: sentence,
    languages,
    unknown,
    keepsOriginal,
  } = extractLanguages(withColon(whole, grammar), grammar);
  const namesLanguages = languages.length + unknown.length > 0;
  if (namesLanguages) outline.remarks.push({ kind: "languages", languages, unknown, keepsOriginal });
  if (namesLanguages && saysNothing(sentence, grammar)) return;
  const denial = denialIn(sentence, grammar);
  if (denial) {
    outline.denials.push(denial);
    return;
  }
  const quiz = quizRemark(sentence, grammar);
  if (quiz) {
    outline.quiz = { ...outline.quiz, ...quiz };
    return;
  }
  const scored = quizTail(sentence, grammar);
  if (scored) {
    outline.quiz = { ...outline.quiz, ...scored.quiz };
    readSentence(scored.rest, outline, grammar, sectioned);
    return;
  }
  const capacity = slotCapacity(sentence, grammar);
  if (capacity !== undefined && !sentence.includes(",")) {
    outline.capacities.push({ capacity, text: sentence });
    return;
  }
  const total = totalIn(sentence, grammar);
  if (total) {
    outline.totals.push(total);
    return;
  }
  const announced = colonAt(sentence);
  if (announced > 0 && addRest(sentence, announced, outline, grammar)) return;
  if (announced > 0 && readAnnounced(sentence, announced, outline, grammar)) return;
  const severally = splitOutside(sentence, /,|;/g).map((part) => readRemark(part, grammar));
  if (severally.length > 1 && severally.every((one) => one?.kind === "required")) {
    outline.remarks.push(...severally.flatMap((one) => one ?? []));
    return;
  }
  const remark = readRemark(sentence, grammar);
  if (
    remark &&
    !(
      remark.kind !== "title" &&
      splitOutside(sentence, /,/g).length > 2 &&
      colonAt(sentence) < 0 &&
      isMixed(sentence, grammar)
    )
  ) {
    outline.remarks.push(remark);
    return;
  }
  if (!startsCondition(sentence, grammar) && !listsAfterColon(sentence) && isInstruction(sentence, grammar)) {
    outline.instructions.push(sentence);
    return;
  }
  if (announced > 0 && addConditional(sentence, announced, outline, grammar)) return;
  const given = givenByPeople(sentence, grammar);
  if (given) {
    addItems(outline, given);
    outline.listsFields = true;
    return;
  }
  if (!startsCondition(sentence, grammar) && isLostCondition(sentence, grammar)) {
    outline.unused.push(sentence);
    return;
  }
  const opened = sentence.replace(WHERE_GIVE, " with ");
  if (opened !== sentence && grammar.languages[0] === "en") {
    readSentence(opened, outline, grammar, sectioned);
    return;
  }
  const asked = REQUESTS.test(sentence) ? withoutTrailing(sentence, "? ") : sentence;
  const request = stripRequest(asked, grammar);
  if (startsCondition(sentence, grammar) || isQuestion(sentence, request, grammar)) {
    const questions = splitQuestions(sentence, grammar);
    const texts = questions.length > 2 ? questions : [sentence];
    addItems(
      outline,
      texts.map((text) => ({ text })),
    );
    return;
  }
  if (colonAt(request) > 0 && matrixIn(request, grammar)) {
    addItems(outline, [{ text: request }]);
    return;
  }
  if (readSegments(request, outline, grammar)) return;
  const colon = colonAt(request);
  if (colon > 0 && !isWithinList(request, colon, grammar))
    readColon(request, colon, outline, grammar, sectioned);
  else readPlain(request, sentence, outline, grammar);
}

/** "Time off: from, to, manager email must be @acme.com" lists fields, although a part of it instructs. */
function listsAfterColon(sentence: string): boolean {
  const colon = colonAt(sentence);
  return (
    colon > 0 &&
    splitOutside(sentence.slice(colon), /,/g).length > 2 &&
    !/^(?:if|when|wenn|falls|si|se|als|jeśli) /iu.test(sentence)
  );
}

/** "Show the rest only if they come:" */
const REST =
  /^(?:and |then |please )?(?:show|ask|ask for|display)(?: (?:the rest|everything else|all of this|the following|these|this|the others|what follows))? (?=(?:only )?(?:if|when) )/i;

/** "Show the rest only if they come: number of guests, menu" asks for all of the list only then. */
function addRest(sentence: string, colon: number, outline: Outline, grammar: Grammar): boolean {
  const start = REST.exec(sentence)?.[0];
  const head = start === undefined ? "" : sentence.slice(start.length, colon).trim();
  if (start === undefined || conditionIn(head, grammar) === undefined) return false;
  return addUnder(head, itemsAfter(sentence, colon, grammar), outline);
}

/** "If technical: device, version" asks for these only then. */
function addConditional(sentence: string, colon: number, outline: Outline, grammar: Grammar): boolean {
  const head = sentence.slice(0, colon).trim();
  if (startsCondition(sentence, grammar) || conditionIn(head, grammar) === undefined) return false;
  const items = itemsAfter(sentence, colon, grammar);
  if (isInstruction(sentence, grammar)) return false;
  if (items.length !== 1) return addUnder(head, items, outline);
  addItems(outline, [{ text: withoutTrailing(sentence, " .") }]);
  return true;
}

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
function isLostCondition(sentence: string, grammar: Grammar): boolean {
  return (
    IF.test(sentence) &&
    !sentence.endsWith("?") &&
    colonAt(sentence) < 0 &&
    sentence.split(" ").length > 5 &&
    conditionIn(sentence, grammar) !== undefined
  );
}

const IF = /^(?:if|unless|falls|wenn|jeśli|jeżeli) /iu;

/** Whether some parts of a sentence are remarks and others are not: "RSVP, one response per person, name". */
function isMixed(sentence: string, grammar: Grammar): boolean {
  return splitOutside(sentence, /,/g).some((part) => readRemark(part, grammar) !== undefined);
}

/** "All fields are optional: name, email" and "Only addresses @acme.com: name, email": a remark on the list after it. */
function readAnnounced(text: string, colon: number, outline: Outline, grammar: Grammar): boolean {
  const head = text.slice(0, colon).trim();
  const remarks = splitOutside(head, /,/g).map((part) => readRemark(part, grammar));
  const severally = remarks.length > 1 && remarks.every((one) => one?.kind === "required");
  const remark = severally ? remarks[0] : readRemark(head, grammar);
  if (severally) outline.remarks.push(...remarks.slice(1).flatMap((one) => one ?? []));
  const instructs = remark === undefined && isInstruction(head, grammar);
  if (!remark && !instructs) return false;
  if (remark?.kind === "title") return false;
  if (mentionsForm(head, grammar)) outline.purposeTexts.push(head);
  if (remark) outline.remarks.push(remark);
  else outline.instructions.push(head);
  addItems(outline, toItems(text.slice(colon + 1).trim(), grammar));
  outline.listsFields = true;
  return true;
}

/** "Could u do me a signup thing?" asks the builder. */
const REQUESTS =
  /^(?:\p{L}+!* )?(?:can|could|would|will) (?:you|u)(?: please| pls| maybe| quickly)? (?:make|do|create|build|set up|give|help|prepare|design|put together|draft|whip up|generate|write)(?= )/iu;

/** "form where residents give their name": these words open the list of fields. */
const WHERE_GIVE =
  / (?:where|so(?: that)?|in which) (?:(?:the|our|all) )?\p{L}+ (?:can |should |must |may |have to )?(?:give|enter|provide|state|fill in|leave|tell us|submit|write down|put in|put) (?:us )?(?=(?:their|your|a|an|the) )/iu;

/** Whether a sentence is a question for respondents, not one for the builder ("Can you make ...?"). */
function isQuestion(sentence: string, request: string, grammar: Grammar): boolean {
  if (!/\?(?: \(.*\)\.?)?$/.test(sentence)) return false;
  if (REQUESTS.test(sentence) || (request !== sentence && mentionsForm(request, grammar))) return false;
  return questionKind(sentence, grammar) !== undefined || !/[,:]/.test(sentence.replace(/\([^()]*\)/g, ""));
}

function readPlain(text: string, sentence: string, outline: Outline, grammar: Grammar): void {
  const opener = openerOf(text, grammar);
  if (
    opener &&
    !tellsAboutAsker(text, opener, grammar) &&
    optionsAt(text, grammar)?.start !== opener.start &&
    readOpened(text, opener, outline, grammar)
  )
    return;
  const hasNoItems = outline.sections.every(({ items }) => items.length === 0);
  const isFirst = outline.purposeTexts.length === 0 && hasNoItems;
  const [first = "", ...others] = splitList(text, grammar);
  const options = isFirst && mentionsForm(first, grammar) ? optionsAt(first, grammar) : undefined;
  if (options) {
    const head = withoutTrailing(first.slice(0, options.start), " ,");
    outline.purposeTexts.push(head);
    const label = /["“„«]([^"“”„«»]+)["”“»]/.exec(head)?.[1] ?? head;
    addItems(outline, [
      { text: label, choices: splitChoices(first.slice(options.end).replace(/^[\s:]+/, ""), grammar) },
    ]);
    addItems(outline, toItems(others.join(", "), grammar));
    outline.listsFields = true;
    return;
  }
  const opens = isFirst && others.length > 0 && namesPurpose(first, others, grammar);
  if (opens) {
    outline.purposeTexts.push(first);
    addItems(outline, toItems(others.join(", "), grammar));
    outline.listsFields ||= others.length > 2;
    return;
  }
  const parts = first === "" ? [] : [first, ...others];
  const isPurpose = mentionsForm(text, grammar) || (isFirst && saysPurpose(text, grammar));
  if (isPurpose && isFirst && parts.length === 1) outline.purposeTexts.push(withoutTrailing(text, " .!"));
  else if (areFields(parts, grammar) || (hasNoItems && !isPurpose && isBareList(parts))) {
    addItems(outline, toItems(text, grammar));
  } else if (isFirst && areNamedAfter(others, grammar)) {
    outline.purposeTexts.push(first);
    for (const part of others)
      if (isKnown(part, grammar) || /[(:?]/.test(part) || areFields([part], grammar))
        addItems(outline, toItems(part, grammar));
      else if (isInstruction(part, grammar) || statedLimit(part, grammar))
        addItems(outline, [{ text: part }]);
      else outline.unused.push(part);
    outline.listsFields = true;
  } else if (isPurpose || (isFirst && (!/[.!]$/.test(text) || isHeading(text, grammar))))
    outline.purposeTexts.push(withoutTrailing(text, " .!"));
  else if (!addNamedFields(parts, outline, grammar)) outline.unused.push(sentence);
}

/** Nouns that name an occasion for a form. */
const HEADINGS =
  /\b(?:request|sale|entry|loan|inspection|intake|exchange|list|check|audit|log|claim|nomination|handover|party|trip|camp|club|class|night|match|race|competition|tournament|raffle|pick-?up|hire|rental|swap|visit|viewing|tour|suggestions?|ideas|complaints?|donations?|volunteers?|appointments?|enquiry|inquiry|consent|permission|report|details|planning|signup|sign-up|menu|interview|election|vote|ballot|contest)[.!]$/i;

/** Whether at least two parts behind the purpose name fields. */
function areNamedAfter(parts: readonly string[], grammar: Grammar): boolean {
  return parts.filter((part) => isKnown(part, grammar) || areFields([part], grammar)).length > 1;
}

/** "Dog sitting request." names the form, although the lexicon does not know the purpose. */
function isHeading(text: string, grammar: Grammar): boolean {
  return (
    /^[^,:;?()\d]{4,60}[.!]$/.test(text) &&
    text.split(" ").length <= 6 &&
    HEADINGS.test(text) &&
    !grammar.statementStarts.start(fold(text)) &&
    !isKnown(withoutTrailing(text, ".!"), grammar) &&
    !denialIn(text, grammar) &&
    !statedLimit(text, grammar)
  );
}

/** "We are a small studio with three teachers" lists no fields; "We collect name and email" does. */
function tellsAboutAsker(text: string, opener: Opener, grammar: Grammar): boolean {
  if (!grammar.statementStarts.start(fold(text)) || !grammar.dangling.is(opener.phrase)) return false;
  return !splitList(text.slice(opener.end), grammar).some((part) => isKnown(part, grammar));
}

/** "RSVP, one response per person, name": the first part of a list says what the form is for. */
function namesPurpose(first: string, others: readonly string[], grammar: Grammar): boolean {
  if (isKnown(first, grammar) && others.filter((part) => isKnown(part, grammar)).length < 2) return false;
  const isPurpose = mentionsForm(first, grammar) || saysPurpose(first, grammar);
  return isPurpose && (areFields(others, grammar) || others.some((part) => isInstruction(part, grammar)));
}

/** "We just need everyone's name, email and what they like": parts that name known fields, after words that name none. */
function addNamedFields(parts: readonly string[], outline: Outline, grammar: Grammar): boolean {
  const [first = "", ...others] = parts;
  const named = namedAtEnd(first, grammar);
  const ended = others.map((part) =>
    isKnown(part, grammar) || stripFillers(part, grammar).split(" ").length <= MAX_CHOICE_WORDS
      ? part
      : (namedAtEnd(part, grammar) ?? part),
  );
  const known = ended.filter((part) => isKnown(part, grammar)).length + (named ? 1 : 0);
  if (known < 2 || known * 3 < parts.length) return false;
  if (!named && mentionsForm(first, grammar)) outline.purposeTexts.push(first);
  else if (!named) outline.unused.push(first);
  addItems(
    outline,
    [...(named ? [named] : []), ...ended].map((text) => ({ text })),
  );
  outline.listsFields = true;
  return true;
}

/** The name of a known field with which a text ends: "just need everyone's name" -> "everyone's name". */
function namedAtEnd(text: string, grammar: Grammar): string | undefined {
  const words = text.split(" ");
  for (let count = Math.min(4, words.length); count > 0; count--) {
    const end = words.slice(-count).join(" ");
    if (isKnown(end, grammar)) return end;
  }
  return undefined;
}
