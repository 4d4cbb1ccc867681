/** Reads texts that accounts send. The readers are functions of data, so a thread of its own can run them. */
import type { FormStructure, Language } from "../../generated/types.ts";
import { builtinWriter } from "../lessons/builtin/writer.ts";
import type { LessonRequest, LessonWriter } from "../lessons/writer.ts";
import {
  type RunTask,
  type ThreadOptions,
  WorkFailed,
  type WorkThread,
  workThread,
} from "../platform/threads/work-thread.ts";
import { type PromptForForm, readEdit, readPromptForForm } from "./built-in-readers.ts";
import { type ReadFormText, readFormText, readQuestions } from "./read-form-text.ts";

interface Written {
  readonly source: string;
  readonly language: Language;
}

/** The readers by what they read. Each takes and returns what can be sent to another thread. */
export const readers = {
  formText: ({ source, language }: Written) => readFormText(source, language),
  questions: ({ source, language }: Written) => readQuestions(source, language),
  prompt: (request: PromptForForm) => readPromptForForm(request),
  edit: (request: { readonly prompt: string; readonly structure: FormStructure }) => readEdit(request),
  lessonObjection: (request: LessonRequest) => builtinWriter.objection(request),
  lessonWarnings: (request: LessonRequest) => builtinWriter.warnings(request),
};

/** Reads a text of an account. @throws WorkFailed */
export type ReadText = RunTask<typeof readers>;

/** The longest texts take a second of processor time. */
const LONGEST_MS = 10_000;

/** Reads in a thread of its own. @param program another one in tests */
export function readingThread({
  program = new URL("reading-program.ts", import.meta.url),
  longestMs = LONGEST_MS,
}: Partial<ThreadOptions> = {}): WorkThread<typeof readers> {
  return workThread({ program, longestMs });
}

/** Reads at once, in this thread. */
export const readHere: ReadText = async (name, input) => {
  const read = readers[name] as (given: typeof input) => never;
  return read(input);
};

/** Reads a form text, or questions for a form. A text that cannot be read in time has a problem that says so. */
export async function readWholeText(
  read: ReadText,
  name: "formText" | "questions",
  written: Written,
  accountId: string,
): Promise<ReadFormText> {
  try {
    return await read(name, written, accountId);
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    const { source: text } = written;
    const problem = { code: "too_slow" as const, span: { from: 0, to: text.length } };
    return { text, structure: undefined, problems: [problem], warnings: [] };
  }
}

/** The built-in writer, which reads the prompts of quotes so. */
export function builtInLessons(read: ReadText): LessonWriter {
  return {
    ...builtinWriter,
    objection: (request) =>
      read("lessonObjection", request, request.accountId).catch((error: unknown) => {
        if (error instanceof WorkFailed) return { message: TOO_SLOW };
        throw error;
      }),
    warnings: (request) => read("lessonWarnings", request, request.accountId),
  };
}

const TOO_SLOW = "Reading the prompt takes too long. Say in fewer words what the lesson teaches.";
