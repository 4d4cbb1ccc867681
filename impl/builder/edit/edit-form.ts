/** Edits a form as a prompt says. */
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, Warning } from "../../../generated/types.ts";
import { cleanLines } from "../prompt/clean.ts";
import { stripRequest } from "../prompt/request.ts";
import { sentences, withoutTrailing } from "../prompt/split.ts";
import { clip } from "../texts.ts";
import { addFields, addPage, addSection } from "./add.ts";
import { limit, move, rename, retype, setRequired } from "./change.ts";
import { addOptions, removeOption, renameOption } from "./choices.ts";
import { allFields, type Command, createEditContext, type EditContext, labelOf, refuse } from "./context.ts";
import { remove, uses } from "./remove.ts";
import { showIf } from "./show-if.ts";
import { startsInstruction } from "./verbs.ts";
import { setButton, setDescription, setSettings, setThanks, setTitle, translate } from "./whole-form.ts";

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

/** The first command that understands an instruction carries it out, so the more special ones come first. */
const COMMANDS: readonly Command[] = [
  setSettings,
  setTitle,
  setDescription,
  setButton,
  setThanks,
  translate,
  addOptions,
  removeOption,
  renameOption,
  showIf,
  addPage,
  addSection,
  setRequired,
  rename,
  move,
  limit,
  retype,
  remove,
  addFields,
];

const UNDERSTOOD = `The built-in generator understands: add a phone number after the email; remove the last question; rename phone to Mobile number; make email optional; change colour to a dropdown (red, blue); add the option Green to colour; move email to the top; limit comments to 500 characters; show comments only if Will you attend? is yes; change the title to Summer party; translate to German; limit to 50 responses.`;

/**
 * Changes a form as a prompt says and keeps everything else, above all the ids. If one instruction is not understood,
 * nothing is changed: the editor never guesses.
 *
 * @throws Refusal `generation_failed`, which quotes the instruction and says what is understood
 */
export function editForm({ structure, prompt }: EditRequest): EditedForm {
  const context = createEditContext(structure, prompt);
  const instructions = split(prompt, context);
  if (instructions.length === 0) refuse(`The prompt holds no instruction. ${UNDERSTOOD}`);
  for (const instruction of instructions) {
    if (COMMANDS.some((command) => command(instruction, context))) continue;
    refuse(`"${clip(instruction, 120)}" was not understood. ${UNDERSTOOD}`);
  }
  requireValid(context);
  return {
    structure: context.form,
    changes: context.changes,
    warnings: [...context.warnings, ...context.texts.warnings()],
  };
}

/** Each line, sentence or clause is an instruction: "make phone optional and add a comment field" are two. */
function split(prompt: string, { grammar }: EditContext): string[] {
  return cleanLines(prompt)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)]) +/, ""))
    .flatMap(sentences)
    .flatMap(clauses)
    .map((clause) => withoutTrailing(withoutRequest(clause, grammar), " .!,;"))
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** Drops "please could you". "make" stays: it begins instructions as well as requests for a form. */
function withoutRequest(clause: string, grammar: EditContext["grammar"]): string {
  if (startsInstruction(clause)) return clause;
  const request = stripRequest(clause, grammar);
  return startsInstruction(request) || clause.length - request.length < 3 ? request : withoutPlease(clause);
}

function withoutPlease(clause: string): string {
  return clause.replace(
    /^(?:please|bitte|can you|could you|kannst du|s'il vous plaît|por favor|per favore),? /i,
    "",
  );
}

/** Splits before verbs that begin another instruction. */
function clauses(sentence: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of sentence.matchAll(/(?:;|,? (?:and then|and|then|und dann|und|et|y|e|en|i)|,) /gi)) {
    const next = match.index + match[0].length;
    if (!startsInstruction(sentence.slice(next))) continue;
    parts.push(sentence.slice(from, match.index));
    from = next;
  }
  return [...parts, sentence.slice(from)];
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
