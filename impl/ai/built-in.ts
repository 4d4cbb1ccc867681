/** The built-in generator and editor, as the service calls every generator. */
import type { FormGenerator } from "../../generated/types.ts";
import type { EditForm, GenerateForm } from "../forms/generator.ts";
import { buildForm, editForm } from "./builtin/index.ts";

/** How the results of the built-in generator are labelled. */
const generator: FormGenerator = { kind: "builtin", name: "Built-in generator" };

/** Reads lists and short requests; it is deterministic and works offline. */
export const builtInGenerator: GenerateForm = async ({ prompt, title, languages }) => {
  const request = { prompt, ...(languages && { languages }), ...(title !== undefined && { title }) };
  const { structure, warnings } = buildForm(request);
  return { structure, warnings, generator };
};

/** Carries out instructions one by one; it never guesses. */
export const builtInEditor: EditForm = async ({ prompt, structure }) => {
  const edited = editForm({ structure, prompt });
  return { structure: edited.structure, warnings: edited.warnings, generator };
};
