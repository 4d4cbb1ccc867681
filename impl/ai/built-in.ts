/** The built-in generator and editor: they turn what was read into a form, or a refusal. */
import type { EditForm, GenerateForm } from "../forms/generator.ts";
import { WorkFailed } from "../platform/threads/work-thread.ts";
import { foreignPrompt, unreadEdit, unreadText } from "./built-in-refusals.ts";
import { builtIn } from "./read-form-text.ts";
import { type ReadText, readHere } from "./reading.ts";

export interface BuiltInGenerators {
  readonly generateForm: GenerateForm;
  readonly editForm: EditForm;
}

export function builtInGenerators(read: ReadText): BuiltInGenerators {
  return {
    async generateForm({ accountId, prompt, title, languages }) {
      const made = await orTooSlow(prompt, read("prompt", { prompt, title, languages }, accountId));
      if ("foreign" in made) throw foreignPrompt(made.foreign);
      if ("understood" in made) throw unreadText(made.prompt, made.problems, made.understood, made.warnings);
      return { ...made, generator: builtIn };
    },
    async editForm({ accountId, prompt, structure }) {
      const made = await orTooSlow(prompt, read("edit", { prompt, structure }, accountId));
      if ("problems" in made) throw unreadEdit(made.problems);
      return { ...made, generator: builtIn };
    },
  };
}

/** @throws PromptNotUnderstood for a prompt that takes too long */
function orTooSlow<Made>(prompt: string, reading: Promise<Made>): Promise<Made> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof WorkFailed)) throw error;
    const span = { from: 0, to: prompt.length };
    throw unreadText("", [{ code: "too_slow", span }], undefined);
  });
}

export const { generateForm: builtInGenerator, editForm: builtInEditor } = builtInGenerators(readHere);
