/** Edits a form as a prompt says. */
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, Warning } from "../../../generated/types.ts";
import { clip } from "../texts.ts";
import { requireAccounted } from "./accounted.ts";
import { allFields, createEditContext, type EditContext, labelOf, refuse } from "./context.ts";
import { MAX_SENTENCE, readSentence, UNDERSTOOD } from "./read-sentence.ts";
import { uses } from "./remove.ts";
import { splitSentences } from "./split-instructions.ts";

export interface EditRequest {
  readonly structure: FormStructure;
  /** Instructions, such as "make phone optional and add a comment field". */
  readonly prompt: string;
}

export interface EditedForm {
  readonly structure: FormStructure;
  /** One sentence for each change. */
  readonly changes: string[];
  readonly warnings: Warning[];
}

/**
 * Changes a form as a prompt says and keeps everything else, above all the ids. If one instruction is not understood,
 * nothing is changed: the editor never guesses.
 *
 * @throws Refusal `prompt_not_understood`, which quotes the instruction and says what is understood
 */
export function editForm({ structure, prompt }: EditRequest): EditedForm {
  const context = createEditContext(structure, prompt);
  const sentences = splitSentences(prompt, context);
  let done = 0;
  for (const sentence of sentences) done += readSentence(sentence, context);
  if (sentences.length === 0) refuse("edit_empty", { understood: UNDERSTOOD });
  if (done === 0)
    refuse("edit_not_understood", { instruction: clip(sentences[0]!, 120), understood: UNDERSTOOD });
  requireValid(context);
  requireAccounted(structure, sentences, context);
  return {
    structure: context.form,
    changes: context.changes.map((change) => clip(change, MAX_SENTENCE)),
    warnings: [...context.warnings, ...context.texts.warnings()].map(({ message, ...rest }) => ({
      ...rest,
      message: clip(message, MAX_SENTENCE),
    })),
  };
}

/** Refuses an edit that leaves no field, too many fields or pages, or a condition on a later field. */
function requireValid(context: EditContext): void {
  const fields = allFields(context.form);
  if (fields.length === 0) refuse("edit_no_field_left");
  if (fields.length > limits.form_fields.max)
    refuse("edit_too_many_fields", { most: limits.form_fields.max });
  if (context.form.pages.length > limits.form_pages.max)
    refuse("edit_too_many_pages", { most: limits.form_pages.max });
  for (const [index, { visible_if }] of fields.entries()) {
    const later = visible_if && fields.slice(index).find(({ id }) => uses(visible_if, id));
    if (later) {
      refuse("edit_depends_on_later", {
        field: labelOf(fields[index]!, context),
        later: labelOf(later, context),
      });
    }
  }
}
