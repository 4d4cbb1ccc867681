/** Makes and edits forms with a language model, and with the built-in generator where the operator wants that. */
import type { Call } from "@toolwright/runtime";
import type { Warning } from "../../generated/types.ts";
import type {
  EditForm,
  EditRequest,
  GeneratedForm,
  GenerateForm,
  OnProgress,
  TranslateForm,
} from "../forms/generator.ts";
import type { AiConfig } from "../platform/config/ai.ts";
import { PromptNotUnderstood } from "../platform/failures/prompt-not-understood.ts";
import { editWithModel } from "./forms/edit.ts";
import { generateWithModel } from "./forms/generate.ts";
import { reporting } from "./progress.ts";
import { providerModel } from "./providers/provider.ts";
import { isModelFailure } from "./repair.ts";
import { translateMissing } from "./translate.ts";
import { recordUsage, type UsageRecorder } from "./usage.ts";

export interface FormGenerators {
  readonly generateForm: GenerateForm;
  readonly editForm: EditForm;
  readonly translateForm?: TranslateForm;
}

/** @param builtIn used where `config.fallback` says so */
export function modelGenerators(
  config: AiConfig,
  builtIn: FormGenerators,
  recorder: Omit<UsageRecorder, "prices">,
): FormGenerators {
  const model = providerModel(config);
  const usage = { ...recorder, prices: config.prices };
  const fallback = config.fallback ? builtIn : undefined;
  const modelFor = ({ accountId, onProgress }: Pick<EditRequest, "accountId" | "onProgress">) =>
    reporting(recordUsage(model, accountId, usage), onProgress);
  return {
    generateForm: (request, signal) =>
      orElse(
        () => generateWithModel(modelFor(request), request, signal),
        fallback && (() => fallback.generateForm(request, signal)),
      ),
    editForm: (request, signal) =>
      orElse(
        () => editWithModel(modelFor(request), request, signal),
        fallback && (() => fallback.editForm(request, signal)),
      ),
    translateForm: (request, signal) =>
      translateMissing(modelFor(request), request.structure, signal, request.before),
  };
}

async function orElse(
  work: () => Promise<GeneratedForm>,
  fallback: (() => Promise<GeneratedForm>) | undefined,
): Promise<GeneratedForm> {
  try {
    return await work();
  } catch (error) {
    if (fallback === undefined || !isModelFailure(error)) throw error;
    const made = await fallback().catch((refusal: unknown) => {
      // The model may understand the prompt when it works again, so its failure says what helps.
      throw refusal instanceof PromptNotUnderstood ? error : refusal;
    });
    return { ...made, warnings: [fellBack, ...made.warnings] };
  }
}

const fellBack: Warning = {
  code: "fallback",
  message:
    "The language model gave no usable result, so the built-in generator did the work. Look at the result, or try again later.",
};

/** The generators, whose models report to a call. */
export function reportingTo(
  call: Pick<Call, "progress">,
  { generateForm, editForm }: FormGenerators,
): FormGenerators {
  const onProgress: OnProgress = (done, message) => call.progress(done, undefined, message);
  return {
    generateForm: (request, signal) => generateForm({ ...request, onProgress }, signal),
    editForm: (request, signal) => editForm({ ...request, onProgress }, signal),
  };
}
