/** The caller's own model: the service asks for it in the middle of a call, and pays nothing for it. */
import type { Call } from "@toolwright/runtime";
import { editWithModel } from "./forms/edit.ts";
import { generateWithModel } from "./forms/generate.ts";
import type { FormGenerators } from "./generators.ts";
import type { LanguageModel } from "./language-model.ts";
import { reporting } from "./progress.ts";

/** What of a call the caller's model needs. */
export type SamplingCall = Pick<Call, "can" | "sample" | "progress">;

/** A token has about this many characters. */
const CHARACTERS_PER_TOKEN = 3;
/** Clients show a request before they send it, so it stays within what they usually allow. */
const MAX_TOKENS = 8_000;

/** The generators over the caller's model, if the caller lets its model answer; else `otherwise`. */
export function generatorsFor(call: SamplingCall, otherwise: FormGenerators): FormGenerators {
  if (!call.can("sample")) return otherwise;
  const model = callerModel(call);
  return {
    generateForm: async (request, signal) =>
      named(model, await generateWithModel(reporting(model, request.onProgress), request, signal)),
    editForm: async (request, signal) =>
      named(model, await editWithModel(reporting(model, request.onProgress), request, signal)),
  };
}

/** The name is known once the model has answered. */
function named<Made extends { readonly generator: object }>(model: LanguageModel, made: Made) {
  return { ...made, generator: { kind: "model" as const, name: model.name.slice(0, 200) } };
}

function callerModel(call: SamplingCall): LanguageModel {
  let name = "the caller's model";
  return {
    get name() {
      return name;
    },
    async answer({ system, messages, maxCharacters }) {
      const maxTokens = Math.min(MAX_TOKENS, Math.ceil(maxCharacters / CHARACTERS_PER_TOKEN));
      const sample = await call.sample({ system, messages, maxTokens });
      name = `${sample.model} (the caller's)`;
      return { text: sample.text.slice(0, maxCharacters) };
    },
  };
}
