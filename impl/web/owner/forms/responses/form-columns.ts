/** Reads the columns of a form's answers, in the owner's language. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { columnsReader, type ReadColumns } from "../../../../responses/analysis/read-columns.ts";
import type { Wording } from "../../../../responses/exports/cell.ts";
import { numberFormatter, timeFormatter } from "../../../components/answer-wording.ts";
import type { OwnerRequest } from "../../owner-pages.ts";

export function formColumns(request: OwnerRequest, form: AccessibleForm): ReadColumns {
  return columnsReader(request.site.storage.db, form.id, columnWording(request, form));
}

export function columnWording({ t }: OwnerRequest, form: AccessibleForm): Wording {
  return {
    language: form.default_language,
    file: ({ name }) => name,
    boolean: (value) => t.say(value ? "yes" : "no"),
    time: timeFormatter(t),
    number: numberFormatter(t),
  };
}
