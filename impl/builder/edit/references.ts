/** Finds the fields that a list names, or words for several: "the last two questions", "everything after the date". */
import type { FormField } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import type { InstructionName } from "../lexicon/instructions.ts";
import type { Slots } from "../lexicon/templates.ts";
import { splitList } from "../prompt/list.ts";
import { allFields, type EditContext, listOf, numberOf, refuse } from "./context.ts";
import { findField, namesField } from "./find.ts";
import { readText } from "./read-instruction.ts";

/**
 * The fields that a list names, without repetition.
 *
 * @throws Refusal where a part of the list names no field, or several
 */
export function findFields(references: string, context: EditContext): FormField[] {
  context.named = references;
  if (namesField(references, context)) return [findField(references, context)];
  const group = groupNamed(references, context);
  if (group) {
    if (group.length === 0) return refuse("edit_names_no_field", { text: references });
    context.last = group.at(-1);
    return group;
  }
  const parts = splitList(references.replace(BOTH, ""), context.grammar);
  return [...new Set(parts.flatMap((one) => groupNamed(one, context) ?? [findField(one, context)]))];
}

const BOTH = /^both (?:of )?(?:the )?(?=.* and )/i;

/** Whether words stand for all that is not named elsewhere: "the rest". */
export function isRest(text: string, context: EditContext): boolean {
  const words = fold(text)
    .replace(/[^\p{L}\p{N}' ]/gu, "")
    .trim();
  return listOf("rest", context).some((one) => fold(one) === words);
}

type GroupName = Extract<InstructionName, `group${string}`>;

/** What each kind of words for several fields means; undefined: the words do not fit. */
const GROUPS: Readonly<
  Record<
    GroupName,
    (fields: readonly FormField[], slots: Slots, context: EditContext) => readonly FormField[] | undefined
  >
> = {
  groupLast: (fields, { n = "" }, context) => counted(n, fields, context, (count) => fields.slice(-count)),
  groupFirst: (fields, { n = "" }, context) => counted(n, fields, context, (count) => fields.slice(0, count)),
  groupOptional: (fields) => fields.filter((field) => !isRequired(field)),
  groupRequired: (fields) => fields.filter(isRequired),
  groupContact: (fields) => fields.filter((field) => CONTACT.has(field.type) || NAME.test(field.id)),
  groupFrom: (fields, { ref = "" }, context) => beside(ref, context, (at) => fields.slice(at)),
  groupAfter: (fields, { ref = "" }, context) => beside(ref, context, (at) => fields.slice(at + 1)),
  groupBefore: (fields, { ref = "" }, context) => beside(ref, context, (at) => fields.slice(0, at)),
};

const CONTACT: ReadonlySet<string> = new Set(["email", "phone"]);
const NAME = /(?:^|_)name$/;

function groupNamed(text: string, context: EditContext): FormField[] | undefined {
  const fields = allFields(context.form);
  for (const name of Object.keys(GROUPS) as GroupName[]) {
    const found = readText(text, name, context, (slots) => GROUPS[name](fields, slots, context));
    if (found) return [...found];
  }
  return undefined;
}

function counted(
  text: string,
  fields: readonly FormField[],
  context: EditContext,
  take: (count: number) => readonly FormField[],
): readonly FormField[] | undefined {
  const count = numberOf(text, context);
  return count !== undefined && count > 1 && count <= fields.length ? take(count) : undefined;
}

function beside(
  reference: string,
  context: EditContext,
  take: (at: number) => readonly FormField[],
): readonly FormField[] | undefined {
  if (!namesField(reference, context)) return undefined;
  return take(allFields(context.form).indexOf(findField(reference, context)));
}

function isRequired(field: FormField): boolean {
  return "required" in field && field.required === true;
}
