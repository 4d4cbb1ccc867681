/** Writes the text of a lesson with a language model, in the lesson's default language. */
import { Refusal } from "@toolwright/runtime";
import { formatList, frameTexts } from "../../lessons/builtin/texts.ts";
import type { Lesson, LessonNotice } from "../../lessons/content/lesson.ts";
import type { LessonRequest } from "../../lessons/writer.ts";
import { asData } from "../as-data.ts";
import type { LanguageModel } from "../language-model.ts";
import { type Json, textIn } from "../read-json.ts";
import { askUntilUsable, type Reading } from "../repair.ts";
import { readHost, type Unasked } from "../unrequested-content.ts";
import { writeInstructions } from "./instructions.ts";
import { type DraftedLesson, readLesson } from "./read-lesson.ts";

const MAX_CHARACTERS = 60_000;
const MOST_LEFT_OUT = 20;
const LONGEST_LEFT_OUT = 200;
const LONGEST_REASON = 500;

/** Writes a lesson with a model. @throws Refusal generation_failed; not retryable if the model refuses the prompt */
export async function writeWithModel(
  model: LanguageModel,
  request: LessonRequest,
  signal: AbortSignal,
): Promise<Lesson> {
  const { value, unasked } = await askUntilUsable(
    model,
    {
      purpose: "write_lesson",
      system: writeInstructions,
      messages: [{ role: "user", text: wish(request) }],
      maxCharacters: MAX_CHARACTERS,
    },
    (answer) => readAnswer(answer, request),
    signal,
    "",
  );
  return { ...value.lesson, notices: listNotices(request, model.name, value.leftOut, unasked) };
}

function wish({ prompt, languages, illustrationCount, taskMode }: LessonRequest): string {
  const open =
    taskMode === "ai_reviewed"
      ? 'One or two of the tasks are of the kind "open".'
      : 'No task is of the kind "open".';
  return `Language: ${languages[0]}. Pictures: ${illustrationCount}. ${open}\n\nWrite the lesson that this describes:\n${asData("DESCRIPTION", prompt)}`;
}

function readAnswer(answer: Json, request: LessonRequest): Reading<DraftedLesson> {
  const reason = textIn(answer, "refused");
  if (reason === "") return readLesson(answer, request);
  throw new Refusal(
    "generation_failed",
    `The language model refuses to write it: ${reason.slice(0, LONGEST_REASON)}`,
    {},
    { retryable: false },
  );
}

function listNotices(
  { languages }: LessonRequest,
  model: string,
  leftOut: readonly string[],
  unasked: readonly Unasked[],
): LessonNotice[] {
  const notices: LessonNotice[] = [
    { code: "from_model", text: frameTexts(languages, "from_model", () => ({ model: model.slice(0, 200) })) },
  ];
  const named = {
    not_taught: leftOut,
    // Learners read this, and a link may lead them away.
    unasked_left_out: unasked.map(({ kind, text }) => (kind === "link" ? readHost(text) : text)),
  };
  for (const code of ["not_taught", "unasked_left_out"] as const) {
    const parts = [...new Set(named[code])].filter((part) => part !== "").slice(0, MOST_LEFT_OUT);
    const shown = parts.map((part) => part.slice(0, LONGEST_LEFT_OUT));
    const text = frameTexts(languages, code, (language) => ({ parts: formatList(language, shown) }));
    if (shown.length > 0) notices.push({ code, text });
  }
  return notices;
}
