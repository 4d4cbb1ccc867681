/** Makes up answers to a form, for tests of webhooks and for tests of the service. */
import type { FormStructure } from "../../generated/types.ts";
import type { FileField, RawAnswers, StoredFile } from "./answers/answer.ts";
import { type CheckedAnswers, checkAnswers, type Uploads } from "./check-answers.ts";
import { isFileField, takesAnswer } from "./fields/client/client-kinds.ts";
import { questionKind } from "./fields/kinds.ts";
import { isRetired } from "./structure/retirement.ts";
import { kinds } from "./uploads/kinds.ts";
import { acceptedFiles } from "./uploads/upload.ts";

export interface SampleWish {
  /** The structure as it is offered. */
  readonly structure: FormStructure;
  /** The address of the respondent. */
  readonly email: string;
  readonly now: Date;
  /** Answers in place of those that are made up. */
  readonly answers?: RawAnswers;
  readonly uploads?: Uploads;
}

/** Makes up answers. Leaves out those that their field does not accept; requested answers are checked like answers of respondents. */
export function sampleAnswers({
  structure,
  email,
  now,
  answers = {},
  uploads = {},
}: SampleWish): CheckedAnswers {
  const fields = listFields(structure).filter(takesAnswer);
  const madeUp = Object.fromEntries(
    fields.map((field) => [field.id, questionKind(field).sample(field, email)]),
  );
  const first = checkAnswers(structure, { ...madeUp, ...answers }, uploads, now);
  const accepted = Object.entries(madeUp).filter(([id]) => !first.problems.has(id));
  return checkAnswers(structure, { ...Object.fromEntries(accepted), ...answers }, uploads, now);
}

/** An answer to every field, whatever its condition: who connects a program with the form needs to see all of them. */
export function sampleOfEveryField(
  structure: FormStructure,
  email: string,
  now: Date,
): CheckedAnswers["answers"] {
  const pages = structure.pages.map((page) => ({
    ...page,
    fields: page.fields
      .filter((field) => !isRetired(field))
      .map((field) => {
        const { visible_if: _, ...always } = field;
        return always;
      }),
  })) as FormStructure["pages"];
  const files = listFields(structure).filter(isFileField);
  const hidden = (structure.hidden_fields ?? []).map(({ id }) => [id, "example"]);
  return sampleAnswers({
    structure: { ...structure, pages },
    email,
    now,
    answers: Object.fromEntries(hidden),
    uploads: Object.fromEntries(files.map((field) => [field.id, [sampleFile(field)]])),
  }).answers;
}

function sampleFile(field: FileField): StoredFile {
  const extension = acceptedFiles(field).extensions[0] ?? "pdf";
  const name = `example.${extension}`;
  return { id: "file_example", name, size_bytes: 10_000, content_type: kinds[extension].contentType };
}

function listFields({ pages }: FormStructure) {
  return pages.flatMap(({ fields }) => fields);
}
