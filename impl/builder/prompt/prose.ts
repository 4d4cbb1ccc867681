/** Reads prose: sentences that name the purpose, list fields or remark on them. */

import type { Draft } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { hasMarks } from "../lexicon/mark-brackets.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { quizRemark, quizTail } from "./answer-keys.ts";
import { slotCapacity } from "./capacity.ts";
import { splitChoices } from "./choices.ts";
import { isWithinList, readColon, readSegments } from "./colon.ts";
import { addConditional, addRest, isLostCondition, questionUnder } from "./conditional-lists.ts";
import { consentIn } from "./consents.ts";
import { denialIn } from "./denials.ts";
import { saysSeveral } from "./detail.ts";
import { conditionIn, isInstruction } from "./instructions.ts";
import { isKnown } from "./known.ts";
import { extractLanguages } from "./languages.ts";
import { splitQuestions } from "./list.ts";
import { listMark } from "./marked-lists.ts";
import { matrixIn } from "./matrix.ts";
import { applyModifiers, withoutDangling } from "./modifiers.ts";
import { openerOf } from "./opener.ts";
import { addItems, type Outline } from "./outline.ts";
import { givenByPeople } from "./people.ts";
import { fileIn } from "./people-files.ts";
import { readPlain } from "./plain-sentence.ts";
import { piecesIn } from "./priced-pieces.ts";
import { totalIn } from "./prices.ts";
import { ratedThings } from "./rated-questions.ts";
import { toItems } from "./recognise.ts";
import { readRemark } from "./remarks.ts";
import { isPolite, mentionsForm, saysNothing, startsCondition, stripRequest } from "./request.ts";
import { colonAt, splitOutside, withoutTrailing } from "./split.ts";
import { statementsOf, withColon } from "./statements.ts";
import { unitPriceIn } from "./unit-prices.ts";

/** Reads lines of prose into the outline, sentence by sentence. */
export function readProse(lines: readonly string[], outline: Outline, grammar: Grammar): void {
  const all = lines.flatMap((line) => statementsOf(line, grammar));
  const announced = all.filter(
    (sentence) =>
      colonAt(sentence) > 0 &&
      !mentionsForm(sentence, grammar) &&
      !listMark(sentence.slice(0, colonAt(sentence)), grammar) &&
      conditionIn(sentence.slice(0, colonAt(sentence)), grammar) === undefined,
  );
  const sectioned = announced.length > 1;
  for (const [index, sentence] of all.entries()) {
    if (isPolite(sentence, grammar)) continue;
    const before = all[index - 1];
    if (limitsChoices(sentence, outline, grammar) || allowsSeveral(sentence, outline, grammar)) continue;
    if (before?.endsWith("?") && addAnswers(sentence, before, outline, grammar)) continue;
    readSentence(sentence, outline, grammar, sectioned);
  }
}

/** A choice of more words is a sentence. */
const MAX_CHOICE_WORDS = 4;

/** A question, perhaps with its own choices behind it. */
const ASKED = /\?(?:["”]? ?\(|["”]?$)/;

/** "Which one do you want? A, B or C": a list after a question holds its choices. */
function addAnswers(sentence: string, before: string, outline: Outline, grammar: Grammar): boolean {
  const { items } = outline.sections.at(-1)!;
  const question = items.at(-1);
  if (!question || !before.endsWith(question.text) || ASKED.test(sentence)) return false;
  if (grammar.anonymous.first(fold(sentence))) return false;
  if (/^(?:yes ?\/ ?no|yes or no|y\/n|ja\/nein|oui\/non|sí\/no)\.?$/iu.test(sentence)) {
    items[items.length - 1] = { ...question, kind: "yes_no" };
    return true;
  }
  if (questionKind(question.text, grammar) === "why" && !hasMarks(sentence)) return false;
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
  const plain = withoutTrailing(sentence, " .!");
  const rest = withoutStart(plain, wordSet(picks));
  if (!last || rest.length > 60) return false;
  const trial: Draft = { label: "", choices: [] };
  const bare = withoutDangling(applyModifiers(rest, trial, grammar), grammar);
  // "At most 200 answers" limits the form, "at most 2 answers" behind three choices limits these.
  const listed = last.choices?.length ?? last.text.split(/[,;|]/).length;
  if (rest === plain && !(listed > 1 && (trial.selections?.max ?? listed + 1) <= listed)) return false;
  if ((!trial.bounds && !trial.selections) || bare.replace(/[^\p{L}]/gu, "").length > 3) return false;
  items[items.length - 1] = { ...last, shared: rest };
  return true;
}

/** "Allow multiple answers." is about the question before it. */
function allowsSeveral(sentence: string, outline: Outline, grammar: Grammar): boolean {
  const { items } = outline.sections.at(-1)!;
  const last = items.at(-1);
  const hasChoices = last?.choices !== undefined || /\(.+\)|: /.test(last?.text ?? "");
  if (!last || !hasChoices || !saysSeveral(withoutTrailing(sentence, " .!"), grammar)) return false;
  items[items.length - 1] = { ...last, kind: "multiple_choice" };
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
  const stated = unitPriceIn(sentence);
  if (stated) {
    outline.unitPrices.push(stated.unit);
    if (stated.rest !== "") readSentence(stated.rest, outline, grammar, sectioned);
    return;
  }
  const capacity = slotCapacity(sentence, grammar);
  if (capacity !== undefined && !sentence.includes(",")) {
    outline.capacities.push({ capacity, text: sentence });
    return;
  }
  const priced = piecesIn(sentence, grammar);
  if (priced) {
    addItems(
      outline,
      priced.pieces.map((text) => ({ text })),
    );
    if (priced.total) outline.totals.push({});
    outline.listsFields = true;
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
  const consent = consentIn(sentence, grammar);
  if (consent) {
    addItems(outline, [consent]);
    return;
  }
  const file = fileIn(sentence, grammar);
  if (file) {
    addItems(outline, [file]);
    return;
  }
  const given = givenByPeople(sentence, grammar);
  if (given) {
    addItems(outline, given);
    outline.listsFields = true;
    return;
  }
  const followUp = startsCondition(sentence, grammar) ? undefined : questionUnder(sentence, grammar);
  if (followUp) {
    addItems(outline, [followUp]);
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
  const asked =
    REQUESTS.test(sentence) && !asksBehindColon(sentence, grammar)
      ? withoutTrailing(sentence, "? ")
      : sentence;
  const request = stripRequest(asked, grammar);
  if (startsCondition(sentence, grammar) || isQuestion(sentence, request, grammar)) {
    const rated = ratedThings(sentence, grammar);
    if (rated) {
      addItems(outline, rated);
      return;
    }
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

/** "Can you make a poll: which day suits you?" asks the builder first, and then respondents. */
function asksBehindColon(sentence: string, grammar: Grammar): boolean {
  const colon = colonAt(sentence);
  return colon > 0 && questionKind(sentence.slice(colon + 1).trim(), grammar) !== undefined;
}

/** "Could u do me a signup thing?" asks the builder. */
const REQUESTS =
  /^(?:\p{L}+!* )?(?:(?:can|could|may) (?:i|we) (?:please )?(?:get|have)(?= (?:a|an|some) )|(?:can|could|would|will) (?:you|u)(?: please| pls| maybe| quickly)? (?:make|do|create|build|set up|give|help|prepare|design|put together|draft|whip up|generate|write)(?= ))/iu;

/** "form where residents give their name": these words open the list of fields. */
const WHERE_GIVE =
  / (?:where|so(?: that)?|in which) (?:(?:the|our|all) )?\p{L}+ (?:can |should |must |may |have to )?(?:give|enter|provide|state|fill in|leave|tell us|submit|write down|put in|put) (?:us )?(?=(?:their|your|a|an|the) )/iu;

/** Whether a sentence is a question for respondents, not one for the builder ("Can you make ...?"). */
function isQuestion(sentence: string, request: string, grammar: Grammar): boolean {
  if (!/\?(?: \(.*\)\.?)?$/.test(sentence)) return false;
  if (REQUESTS.test(sentence) || (request !== sentence && mentionsForm(request, grammar))) return false;
  return questionKind(sentence, grammar) !== undefined || !/[,:]/.test(sentence.replace(/\([^()]*\)/g, ""));
}
