/** All kinds of fields, by type. */
import type { DisplayField, FormField } from "../../../generated/types.ts";
import type { AnswerField } from "../answers/answer.ts";
import type { FieldOf, FieldType } from "./client/client-kind.ts";
import { consent } from "./consent.ts";
import { date } from "./date.ts";
import { datetime } from "./datetime.ts";
import { dropdown } from "./dropdown.ts";
import { email } from "./email.ts";
import { fileUpload } from "./file-upload.ts";
import type { DisplayKind, FieldKind, QuestionKind } from "./kind.ts";
import { longText } from "./long-text.ts";
import { matrix } from "./matrix.ts";
import { multipleChoice } from "./multiple-choice.ts";
import { nps } from "./nps.ts";
import { number } from "./number.ts";
import { phone } from "./phone.ts";
import { ranking } from "./ranking.ts";
import { rating } from "./rating.ts";
import { scale } from "./scale.ts";
import { section } from "./section.ts";
import { shortText } from "./short-text.ts";
import { signature } from "./signature.ts";
import { singleChoice } from "./single-choice.ts";
import { statement } from "./statement.ts";
import { time } from "./time.ts";
import { url } from "./url.ts";
import { yesNo } from "./yes-no.ts";

type KindOf<Field extends FormField> = Field extends AnswerField ? QuestionKind<Field> : DisplayKind;

/** The field kinds in the order in which models read them. */
const kinds: { readonly [Type in FieldType]: KindOf<FieldOf<Type>> } = {
  short_text: shortText,
  long_text: longText,
  email,
  phone,
  url,
  number,
  date,
  time,
  datetime,
  single_choice: singleChoice,
  dropdown,
  multiple_choice: multipleChoice,
  yes_no: yesNo,
  consent,
  rating,
  scale,
  nps,
  ranking,
  matrix,
  file_upload: fileUpload,
  signature,
  statement,
  section,
};

export const fieldTypes: readonly string[] = Object.keys(kinds);

export function fieldKind(type: FieldType): FieldKind {
  return kinds[type];
}

export function questionKind({ type }: AnswerField): QuestionKind {
  return kinds[type];
}

export function displayKind({ type }: DisplayField): DisplayKind {
  return kinds[type];
}
