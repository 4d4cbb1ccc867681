/** Edit commands that add pages, sections and fields. */
import type { FormField } from "../../../generated/types.ts";
import { draftItems } from "../draft-sections.ts";
import { fieldId } from "../fields/ids.ts";
import { makeField } from "../fields/make-field.ts";
import { phraseKey } from "../lexicon/fold.ts";
import { toItems } from "../prompt/recognise.ts";
import { allFields, type EditContext, labelOf, refuse } from "./context.ts";
import { conceptOf } from "./find.ts";
import { endOf, extractPlace, insert } from "./place.ts";
import { after, VERBS } from "./verbs.ts";

const PAGE =
  /^(?:a |an |another |one )?(?:new )?page(?: (?:called|titled|named|with the title|for|about))?:? ?(.*?)(?: (?:with|containing|asking for) (.+))?$/i;

/** "Add a page called Feedback with rating and comments" */
export function addPage(instruction: string, context: EditContext): boolean {
  const match = PAGE.exec(after(instruction, VERBS.add) ?? "");
  if (!match) return false;
  const [, title = "", list] = match;
  if (!list)
    return refuse(
      "A page needs at least one field. Say what is on it: add a page called Feedback with rating and comments.",
    );
  const fields = newFields(list, context);
  const name = title.replace(/["“”„«»]/g, "").trim();
  context.form.pages.push({
    id: context.pageIds.unique("page"),
    ...(name !== "" && { title: context.texts.heading(name) }),
    fields,
  });
  context.changes.push(`Added a page${name === "" ? "" : ` "${name}"`} with ${quoted(fields, context)}.`);
  return true;
}

const SECTION =
  /^(?:a |an |another |the )?(?:section heading|section|heading)(?: (?:called|titled|named|with the title))?:? ?(.*)$/i;

/** "Add a section called About you before the name" */
export function addSection(instruction: string, context: EditContext): boolean {
  const wanted = after(instruction, VERBS.add);
  if (wanted === undefined || !SECTION.test(wanted)) return false;
  const { rest, place } = extractPlace(wanted, context);
  const label = (SECTION.exec(rest)?.[1] ?? "").replace(/["“”„«»]/g, "").trim();
  if (label === "")
    return refuse("A section needs a heading: add a section called About you before the name.");
  const id = context.ids.unique(fieldId(label, "section"));
  insert(
    [{ id, type: "section", label: context.texts.heading(label) }],
    place ?? endOf(context.form.pages.at(-1)!),
  );
  context.changes.push(`Added the section "${label}".`);
  return true;
}

/** "Add a phone number after the email" */
export function addFields(instruction: string, context: EditContext): boolean {
  const wanted = after(instruction, VERBS.add);
  if (wanted === undefined) return false;
  const { rest, place } = extractPlace(wanted, context);
  const fields = newFields(rest, context);
  if (fields.length === 0) return false;
  insert(fields, place ?? endOf(context.form.pages.at(-1)!));
  context.changes.push(`Added ${quoted(fields, context)}.`);
  return true;
}

/** The fields of a list. Fields that the form already has are left out with a warning. */
function newFields(list: string, context: EditContext): FormField[] {
  const present = allFields(context.form);
  const labels = new Set(present.map((field) => phraseKey(labelOf(field, context))));
  const concepts = new Set(present.map((field) => conceptOf(field, context)));
  const { texts, ids, grammar, warnings } = context;
  const fields = draftItems(toItems(list, grammar), false, grammar, warnings).flatMap(
    (draft): FormField[] => {
      const isThere = draft.meaning?.exact
        ? concepts.has(draft.meaning.concept)
        : labels.has(phraseKey(draft.label));
      if (!isThere) return [makeField(draft, present, { texts, ids, grammar, warnings })];
      warnings.push({
        code: "already_there",
        message: `The form asks for "${draft.label}" already; it was not added again.`,
      });
      return [];
    },
  );
  if (fields.length === 0 && warnings.some(({ code }) => code === "already_there")) {
    return refuse(`The form asks for ${list} already.`);
  }
  return fields;
}

function quoted(fields: readonly FormField[], context: EditContext): string {
  return fields.map((field) => `"${labelOf(field, context)}"`).join(", ");
}
