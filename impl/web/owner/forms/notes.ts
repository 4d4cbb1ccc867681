/** What is left to check in a form, in the language of its owner. */
import type { FormOverview } from "../../../forms/overview.ts";
import { EXAMPLE_TEXT } from "../../../forms/structure/warnings/example-texts.ts";
import { MENDABLE } from "../../../forms/structure/warnings/mendable.ts";
import { quotedParts, warningText } from "../../../texts/sentences/warnings.ts";
import type { Note } from "../../editor/boot.ts";
import type { OwnerRequest } from "../owner-pages.ts";

/** Lists the notes on the form with its unpublished changes. */
export function listNotes({ to_check, pending }: FormOverview, { t }: Pick<OwnerRequest, "t">): Note[] {
  return (pending?.to_check ?? to_check).map(({ id, code, message, field }) => ({
    id,
    text: warningText({ code, message }, t.language),
    field: field ?? null,
    examples: code === EXAMPLE_TEXT ? quotedParts({ message }, t.language) : null,
    isFollowed: MENDABLE.has(code),
  }));
}
