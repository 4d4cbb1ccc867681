/** The columns of a form's answers, as its owner reads them. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { columnsReader, type ReadColumns } from "../../../../responses/analysis/read-columns.ts";
import type { Wording } from "../../../../responses/exports/cell.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import type { OwnerRequest } from "../../owner-pages.ts";

export function formColumns({ t, site }: OwnerRequest, form: AccessibleForm): ReadColumns {
  return columnsReader(site.storage.db, form.id, {
    language: form.default_language,
    file: ({ name }) => name,
    boolean: (value) => t.say(value ? "yes" : "no"),
    time: timeIn(t),
  });
}

/** Days and times of answers, in the format of all others on the page. */
export function timeIn(t: OwnerTranslation): NonNullable<Wording["time"]> {
  return (kind, iso) => (kind === "date" ? t.date(iso) : t.datetime(iso));
}
