/** The edit command that adds a field for those who gave a certain answer. */

import type { Condition } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { plainQuestion } from "./add.ts";
import { readCondition } from "./conditions.ts";
import { allFields, type EditContext, labelOf, listOf, placeOf } from "./context.ts";
import { namesField } from "./find.ts";
import { newFields } from "./new-fields.ts";
import { insert } from "./place.ts";
import type { Action } from "./read-instruction.ts";

/** 'If someone picks vegan, ask "Any allergies?"' adds the question behind the field that the condition looks at. */
export const askIf: Action = ({ question, what: asked = "", condition = "" }, context) => {
  if (question !== undefined && !isQuestion(question, context)) return false;
  const what = plainQuestion(question ?? asked, context);
  if (context.isNew || namesField(what, context) || hasInstruction(what, context)) return false;
  return askWhen(what, readCondition(condition, undefined, context), context);
};

/** Adds a question behind the field that a condition looks at. */
export function askWhen(what: string, when: Condition, context: EditContext): boolean {
  const fields = newFields(what, context);
  if (fields.length !== 1) return false;
  const [field] = fields;
  const source = allFields(context.form).findLast(({ id }) => fieldsOf(when).has(id));
  if (!field || !source) return false;
  const { page, index } = placeOf(source, context);
  insert([{ ...field, visible_if: when }], { page, index: index + 1 });
  context.last = page.fields[index + 1];
  context.changes.push(
    `Added "${labelOf(field, context)}", which is shown only for certain answers of "${labelOf(source, context)}".`,
  );
  return true;
}

/** 'a question "Which hotel?" with Ritz and Plaza': what is to be shown is new, for its words say so. */
function isQuestion(text: string, context: EditContext): boolean {
  return text.includes('"') || wordSet(listOf("questionNouns", context)).start(fold(text)) !== undefined;
}

/** "ask for the guests only": words of an instruction are no question. */
function hasInstruction(text: string, { instructionLanguages }: EditContext): boolean {
  return instructionLanguages.some((language) => {
    const { only = [], always = [] } = instructionsIn(language).vocabulary;
    return [...only, ...always].some((word) => text.toLowerCase().split(" ").includes(word));
  });
}

function fieldsOf(condition: Condition): Set<string> {
  if ("all" in condition) return new Set(condition.all.flatMap((one) => [...fieldsOf(one)]));
  if ("any" in condition) return new Set(condition.any.flatMap((one) => [...fieldsOf(one)]));
  if ("not" in condition) return fieldsOf(condition.not);
  return new Set([condition.field]);
}
