/** Makes refusals of the built-in generator: which part it cannot read, why, and how to write it. */
import { limits } from "../../generated/limits.ts";
import type { FormStructure, Warning } from "../../generated/types.ts";
import { takesAnswer } from "../forms/fields/client/client-kinds.ts";
import { placedFields } from "../forms/structure/places.ts";
import type { LineProblem } from "../forms/text/edits/edit-by-text.ts";
import { markedText, problemSentence } from "../forms/text/marked-text.ts";
import type { Problem } from "../forms/text/marks/problem.ts";
import { PromptNotUnderstood } from "../platform/failures/prompt-not-understood.ts";
import { type Reason, toReason } from "../platform/failures/worded-refusal.ts";
import type { Sentence } from "../texts/sentences/sentence.ts";
import { shorten } from "../texts/shorten.ts";

/** The advice for agents. Pages translate it to the language of the account. */
const HOW =
  'Write a line for each question, such as "Name (required)", "Size: S | M | L" and "Comments (long text)", or name a template, such as "contact form".';
const MODEL = "No language model that reads sentences is set up here.";
const STRUCTURE = "Agents send the form as `structure`.";
const OPERATIONS =
  "Nothing was changed. Agents send `operations`: add_field, change_field, move_field, remove_field, add_choice, change_choice, remove_choice, and change_form for title, description, languages, settings (opens_at, closes_at, response_limit), theme (color, logo) and endings (redirect_url).";

const MAX_PART = 120;

export function foreignPrompt(language: string): PromptNotUnderstood {
  const reason = toReason({ key: "prompt_foreign", values: { language } });
  return new PromptNotUnderstood(reason.problem, [reason]);
}

/**
 * @param understood a valid structure of the questions that were read, those with problems among them
 * @param warnings about its other parts
 */
export function unreadText(
  prompt: string,
  problems: readonly Problem[],
  understood: FormStructure | undefined,
  warnings: readonly Warning[] = [],
): PromptNotUnderstood {
  const reasons = problems.map((problem) => toReason(placedProblem(prompt, problem)));
  const said = reasons.slice(0, MAX_SAID).map(({ problem }) => problem);
  const advice = [HOW, MODEL, ...(understood ? [] : [STRUCTURE])];
  return new PromptNotUnderstood([...said, ...advice].join(" "), reasons, {
    ...(understood && {
      structure: understood,
      clearQuestions: countClear(understood, problems),
      warnings: [...problemWarnings(prompt, problems, understood), ...warnings],
    }),
    textIn: (language, most) => markedText(prompt, problems, language, most),
    isOfWholeText: problems.every(isOfWholeText),
  });
}

const MAX_SAID = 3;

function countClear(structure: FormStructure, problems: readonly Problem[]): number {
  const unclear = new Set(problems.map(({ field }) => field));
  const fields = placedFields(structure).map(({ value }) => value);
  return fields.filter((field) => takesAnswer(field) && !unclear.has(field.id)).length;
}

/** Keeps the problems with a form that is made of the text all the same. */
function problemWarnings(prompt: string, problems: readonly Problem[], structure: FormStructure): Warning[] {
  const paths = new Map(placedFields(structure).map(({ value, path }) => [value.id, path]));
  return problems.map((problem) => {
    const path = problem.field === undefined ? undefined : paths.get(problem.field);
    const { key } = problemSentence(problem);
    return { code: key, message: toReason(placedProblem(prompt, problem)).problem, ...(path && { path }) };
  });
}

function isOfWholeText({ code }: Problem): boolean {
  return code === "no_questions" || code === "too_long" || code === "too_slow";
}

/** Adds the affected part of the text, unless the problem is about the whole text. */
export function placedProblem(prompt: string, problem: Problem): Sentence {
  const { from, to } = problem.span;
  const part = prompt.slice(from, to).trim();
  const reason = problemSentence(problem);
  return isOfWholeText(problem) || part === ""
    ? reason
    : { key: "text_part", values: { part: shorten(part, MAX_PART), reason } };
}

/** @param problems of the same prompt, read in each language that it may be in; the refusal gives the first one */
export function unreadEdit([problem]: readonly LineProblem[]): PromptNotUnderstood {
  if (!problem) throw new Error("An edit that is refused has a reason");
  const reasons = [
    ...listReasons(problem),
    toReason({ key: "edits_understood" }),
    toReason({ key: "edits_elsewhere" }),
  ];
  const [first, understood] = [reasons[0]!.problem, reasons.at(-2)!.problem];
  return new PromptNotUnderstood([first, understood, OPERATIONS].join(" "), reasons);
}

function listReasons(problem: LineProblem): Reason[] {
  const instruction = shorten(problem.line, MAX_PART);
  const because = (reason: Sentence) => toReason({ key: "edit_of", values: { instruction, reason } });
  switch (problem.kind) {
    case "no_sentence":
      return [toReason({ key: "edit_not_understood", values: { instruction } })];
    case "several_meanings":
      return [toReason({ key: "edit_several_meanings", values: { instruction } })];
    case "too_many_sentences":
      return [toReason({ key: "edit_too_many_sentences", values: { most: limits.form_operations.max } })];
    case "refused":
      return problem.problems.map(({ problem: text, sentence }) => ({
        problem: `"${instruction}": ${text}`,
        sentence,
      }));
    case "line":
      return [because(problemSentence(problem.problem))];
    case "several_fields": {
      const fields = problem.fields.map((field) => `"${field}"`).join(", ");
      return [because({ key: "edit_several_fields", values: { text: problem.text, fields } })];
    }
    case "unknown_field":
    case "unknown_choice":
    case "unclear_line":
    case "unclear_text":
      return [because({ key: `edit_${problem.kind}`, values: { text: problem.text } })];
    default:
      return [because({ key: `edit_${problem.kind}`, values: { field: problem.field } })];
  }
}
