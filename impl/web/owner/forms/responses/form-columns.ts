/** Reads the columns of a form's answers, in the owner's language. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { columnsReader, type ReadColumns } from "../../../../responses/analysis/read-columns.ts";
import { answerWording } from "../../../../responses/exports/answer-wording.ts";
import type { Wording } from "../../../../responses/exports/cell.ts";
import type { OwnerRequest } from "../../owner-pages.ts";

export function formColumns(request: OwnerRequest, form: AccessibleForm): ReadColumns {
  return columnsReader(request.site.storage.db, form.id, columnWording(request, form));
}

export function columnWording({ t }: OwnerRequest, form: AccessibleForm): Wording {
  return answerWording(t, { language: form.default_language });
}
