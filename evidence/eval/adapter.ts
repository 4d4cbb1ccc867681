/** Runs the corpus through a generator and an editor, as the service calls them. */
import { Refusal } from "@toolwright/runtime";
import { builtInEditor, builtInGenerator } from "../../impl/ai/built-in.ts";
import type { EditForm, GenerateForm } from "../../impl/forms/generator.ts";
import type { Result } from "./answers.ts";
import { baseForm } from "./base-form.ts";
import type { Case } from "./corpus.ts";

/** A generator and an editor under the name that the table shows. */
export interface Adapter {
  readonly name: string;
  /** How many cases run at once. */
  readonly parallel: number;
  readonly generate: GenerateForm;
  readonly edit: EditForm;
}

export const builtIn: Adapter = {
  name: "built-in",
  parallel: 1,
  generate: builtInGenerator,
  edit: builtInEditor,
};

/** Runs one case. Errors that are no refusals are mistakes of the adapter and are thrown. */
export async function runCase(each: Case, { generate, edit }: Adapter, signal: AbortSignal): Promise<Result> {
  try {
    return each.task === "prompts"
      ? await generate(
          { accountId: "eval", prompt: each.text, title: undefined, languages: undefined },
          signal,
        )
      : await edit({ accountId: "eval", prompt: each.text, structure: baseForm(each.language) }, signal);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message, retryable: isRetryable(error) };
    throw error;
  }
}

/** Only a failed generation may succeed when it is repeated. */
function isRetryable({ code, retryable }: Refusal): boolean {
  return code === "generation_failed" && retryable !== false;
}
