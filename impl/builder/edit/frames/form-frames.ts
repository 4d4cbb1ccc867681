/** Frames for the form as a whole: when it closes, where respondents go on, how often they may answer. */
import { closeAfter, closeOn, oncePerPerson, redirect, showProgress } from "../settings.ts";
import type { Frame } from "./frame.ts";

/** "We can take 40 people, not more", "stop at 120 sign-ups" */
export const closeAfterResponses: Frame = (clause) => {
  const numbers = clause.numbers();
  const isCounted = clause.cue("responses");
  const isLimit = clause.cue("close", "limit", "atMost", "only", "accept", "enough");
  const isDenied = clause.has("moreThan") && clause.cue("negation") && clause.cue("moreThan");
  clause.cue("after", "form", "if", "until");
  if (clause.has("per", "atLeast") || numbers.length !== 1 || !isCounted || !(isLimit || isDenied))
    return undefined;
  if (!clause.isDone()) return undefined;
  return () => closeAfter({ n: String(numbers[0]) }, clause.context);
};

/** "Registration shuts on 14 May 2027" */
export const closeOnDay: Frame = (clause) => {
  const days = clause.take(({ value }) => value === "day");
  const isClosing = clause.cue("close", "until");
  clause.cue("form", "responses", "after");
  if (days.length !== 1 || !isClosing || !clause.isDone()) return undefined;
  return () => closeOn({ date: days[0]!.text }, clause.context);
};

/** "Once they're done they should land on https://camp.example/thanks" */
export const redirectTo: Frame = (clause) => {
  const urls = clause.take(({ value }) => value === "url");
  const isSent = clause.cue("redirect", "submit");
  clause.cue("after", "to", "if", "submit", "form", "show", "end", "forThose", "close", "pronoun");
  if (urls.length !== 1 || !isSent || !clause.isDone()) return undefined;
  return () => redirect({ url: urls[0]!.text }, clause.context);
};

/** "each person should only be able to send it in one time" */
export const onceEach: Frame = (clause) => {
  if (!clause.cue("once")) return undefined;
  clause.cue("only", "allow", "accept", "limit", "responses", "per", "submit", "form");
  return clause.isDone() ? () => oncePerPerson({}, clause.context) : undefined;
};

/** "Show a bar with how far they are" */
export const withProgress: Frame = (clause) => {
  if (!clause.cue("progress")) return undefined;
  clause.cue("show", "add", "wants", "put", "lacking");
  return clause.isDone() ? () => showProgress({}, clause.context) : undefined;
};
