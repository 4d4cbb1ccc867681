/** Reads texts that accounts send. The readers are functions of data, so a thread of its own can run them. */
import type { FormStructure, Language } from "../../generated/types.ts";
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
};

export type Readers = typeof readers;
export type ReaderName = keyof Readers;

/** Reads a text of an account. @throws ReadingFailed */
export type ReadText = <Name extends ReaderName>(
  name: Name,
  input: Parameters<Readers[Name]>[0],
  accountId: string,
) => Promise<ReturnType<Readers[Name]>>;

/** A text that took too long to read, or too much memory. */
export class ReadingFailed extends Error {
  override readonly name = "ReadingFailed";
}

/** Reads at once, in this thread. */
export const readHere: ReadText = async (name, input) =>
  (readers[name] as (given: typeof input) => ReturnType<Readers[typeof name]>)(input);

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
    if (!(error instanceof ReadingFailed)) throw error;
    const { source: text } = written;
    const problem = { code: "too_slow" as const, span: { from: 0, to: text.length } };
    return { text, structure: undefined, problems: [problem], warnings: [] };
  }
}
