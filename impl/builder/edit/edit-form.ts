/** Edits a form as a prompt says. */
import { Refusal } from "@toolwright/runtime";
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, Warning } from "../../../generated/types.ts";
import { clip } from "../texts.ts";
import { setCapacity } from "./capacity.ts";
import { COMMANDS } from "./commands.ts";
import { allFields, createEditContext, type EditContext, labelOf, refuse } from "./context.ts";
import { readInstruction } from "./read-instruction.ts";
import { uses } from "./remove.ts";
import { splitInstructions } from "./split-instructions.ts";

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

/** The longest sentence that is given back about a change or a refusal. */
const MAX_SENTENCE = 1000;

const UNDERSTOOD = `The built-in generator understands: add a phone number after the email; remove the last question; rename phone to Mobile number; make email optional; change colour to a dropdown (red, blue); add the option Green to colour; move email to the top; limit comments to 500 characters; show comments only if Will you attend? is yes; change the title to Summer party; translate to German; limit to 50 responses.`;

/**
 * Changes a form as a prompt says and keeps everything else, above all the ids. If one instruction is not understood,
 * nothing is changed: the editor never guesses.
 *
 * @throws Refusal `generation_failed`, which quotes the instruction and says what is understood
 */
export function editForm({ structure, prompt }: EditRequest): EditedForm {
  const context = createEditContext(structure, prompt);
  const instructions = splitInstructions(prompt, context);
  if (instructions.length === 0) refuse(`The prompt holds no instruction. ${UNDERSTOOD}`);
  for (const instruction of instructions) carryOut(instruction, context);
  requireValid(context);
  return {
    structure: context.form,
    changes: context.changes.map((change) => clip(change, MAX_SENTENCE)),
    warnings: [...context.warnings, ...context.texts.warnings()].map(({ message, ...rest }) => ({
      ...rest,
      message: clip(message, MAX_SENTENCE),
    })),
  };
}

/** @throws Refusal which names the instruction */
function carryOut(instruction: string, context: EditContext): void {
  if (setCapacity(instruction, context)) return;
  const reading = readInstruction(instruction, COMMANDS, context);
  if (reading === "done") return;
  if (reading === "not understood") refuse(`"${clip(instruction, 120)}" was not understood. ${UNDERSTOOD}`);
  const quote = `"${clip(instruction, 120)}"`;
  throw new Refusal(reading.code, clip(`${quote}: ${reading.message}`, MAX_SENTENCE), reading.details, {
    retryable: false,
  });
}

/** Refuses an edit that leaves no field, too many fields or pages, or a condition on a later field. */
function requireValid(context: EditContext): void {
  const fields = allFields(context.form);
  if (fields.length === 0) refuse("A form needs at least one field.");
  if (fields.length > limits.form_fields.max) refuse(`A form has at most ${limits.form_fields.max} fields.`);
  if (context.form.pages.length > limits.form_pages.max)
    refuse(`A form has at most ${limits.form_pages.max} pages.`);
  for (const [index, { visible_if }] of fields.entries()) {
    const later = visible_if && fields.slice(index).find(({ id }) => uses(visible_if, id));
    if (later) {
      refuse(
        `"${labelOf(fields[index]!, context)}" depends on "${labelOf(later, context)}", which would come after it.`,
      );
    }
  }
}
