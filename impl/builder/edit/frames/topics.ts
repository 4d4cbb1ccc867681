/** Finds the fields that an instruction is about: those that it names, or that one before it named. */
import type { FormField } from "../../../../generated/types.ts";
import { allFields, labelOf } from "../context.ts";
import type { Clause } from "./clause.ts";

/** The fields that a clause names; without any, those that were named last, where a pronoun or nothing stands for them. */
export function takeTopics(
  clause: Clause,
  accept: (field: FormField) => boolean = () => true,
): readonly FormField[] {
  const named = clause.fields(accept);
  if (named.length > 0) {
    clause.cue("both");
    return named;
  }
  const { last } = clause.context;
  if (!last || !accept(last) || clause.open.some(({ field }) => field)) return [];
  clause.cue("pronoun");
  if (!clause.cue("both")) return [last];
  return lastMentioned(clause);
}

/** "both": the fields that were named together, or the two that stand last. */
function lastMentioned({ context }: Clause): readonly FormField[] {
  const mentioned = allFields(context.form).filter(({ id }) => context.mentioned.includes(id));
  return mentioned.length > 1 ? mentioned : [];
}

/** How actions are given a field: by a name that means it alone. */
export function nameOf(field: FormField, { context }: Clause): string {
  const label = labelOf(field, context);
  const same = allFields(context.form).filter((one) => labelOf(one, context) === label);
  return same.length === 1 ? `"${label}"` : field.id;
}
