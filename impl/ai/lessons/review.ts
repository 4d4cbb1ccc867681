/**
 * Reviews answers to open tasks with a language model. The model only says which words of the answer say which point of the
 * rubric; the service knows the points, looks for the words in the answer, and decides what that makes.
 */
import { isSameWord, splitWords } from "../../lessons/builtin/prompt/words.ts";
import { textFor } from "../../lessons/content/lesson.ts";
import { frameText } from "../../lessons/library/vocabulary.ts";
import type { OpenReview, ReviewRequest } from "../../lessons/writer.ts";
import { shorten } from "../../texts/shorten.ts";
import { asData } from "../as-data.ts";
import type { LanguageModel } from "../language-model.ts";
import { isObject, type Json, textIn } from "../read-json.ts";
import { askUntilUsable, type Reading } from "../repair.ts";
import type { Unasked } from "../unrequested-content.ts";
import { reviewInstructions } from "./instructions.ts";

const MAX_CHARACTERS = 10_000;
const LONGEST_FEEDBACK = 600;
/** The part of a quotation's words that the answer must contain. Models correct the spelling, so not all words match. */
const LEAST_QUOTED = 0.5;

/** @throws Refusal generation_failed */
export async function reviewWithModel(
  model: LanguageModel,
  request: ReviewRequest,
  signal: AbortSignal,
): Promise<OpenReview> {
  const { value } = await askUntilUsable(
    model,
    {
      purpose: "review_answer",
      system: reviewInstructions,
      messages: [{ role: "user", text: question(request) }],
      maxCharacters: MAX_CHARACTERS,
    },
    (answer, unasked) => readReview(answer, unasked, request),
    signal,
    "",
  );
  return value;
}

function question({ task, answer, language }: ReviewRequest): string {
  const inLanguage = (texts: Parameters<typeof textFor>[0]) => textFor(texts, language, [language]).text;
  const points = Object.fromEntries(task.rubric.points.map(({ id, text }) => [id, inLanguage(text)]));
  return [
    `Language of the feedback: ${language}.`,
    asData("QUESTION", inLanguage(task.question)),
    asData("POINTS", points),
    asData("ANSWER", answer),
  ].join("\n\n");
}

function readReview(
  answer: Json,
  unasked: readonly Unasked[],
  { task, answer: given, language }: ReviewRequest,
): Reading<OpenReview> {
  const { points: said } = answer;
  if (!isObject(said)) return { problems: ["points must be an object with the ids of points."] };
  const points = task.rubric.points.map(({ id }) => {
    const isMet = Object.hasOwn(said, id) && isQuoted(textIn(said, id), given);
    return { id, isMet };
  });
  // Links lead learners away, so a feedback with one is left out.
  const feedback = unasked.length > 0 ? "" : readFeedback(answer);
  return { value: { points, feedback, method: frameText(language, "review_by_model") } };
}

/** Tells whether the quotation is from the answer, not the model's own words. */
function isQuoted(quotation: string, answer: string): boolean {
  const quoted = splitWords(quotation);
  const words = splitWords(answer);
  const found = quoted.filter((word) => words.some((each) => isSameWord(each, word)));
  return quoted.length > 0 && found.length >= quoted.length * LEAST_QUOTED;
}

/** A bare domain is enough to send learners elsewhere. */
function readFeedback(answer: Json): string {
  const feedback = textIn(answer, "feedback")
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed();
  return /\w+\.(com|org|net|io)\b/i.test(feedback) ? "" : shorten(feedback, LONGEST_FEEDBACK);
}
