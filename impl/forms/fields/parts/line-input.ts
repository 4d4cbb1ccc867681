/** Inputs of one line. */
import type { EmailField, PhoneField, TextField, UrlField } from "../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import { focusId, inputs } from "./inputs.ts";
import { type FieldView, rawText } from "./view.ts";

type LineField = TextField | EmailField | PhoneField | UrlField;

/** Ids that fields usually have -> what browsers may fill in (HTML Standard, "autofill field"; WCAG 1.3.5). */
export const AUTOFILL: Readonly<Record<string, string>> = {
  name: "name",
  full_name: "name",
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
  organisation: "organization",
  job_title: "organization-title",
  address: "street-address",
  street: "street-address",
  city: "address-level2",
  postal_code: "postal-code",
  zip: "postal-code",
  country: "country-name",
  date_of_birth: "bday",
  birthday: "bday",
};

export function lineInput(
  view: FieldView<LineField>,
  type: string,
  hints: { readonly autocomplete?: string; readonly inputmode?: string } = {},
): Html {
  const values = attributes({ ...hints, value: rawText(view.rawAnswer) });
  return html`<input type="${type}"${commonAttributes(view)}${values}${view.aria}>`;
}

export function commonAttributes({ field, t }: FieldView<LineField>): Html {
  return attributes({
    class: "input",
    id: focusId(field),
    name: inputs.answer(field.id),
    placeholder: field.placeholder && t.of(field.placeholder),
    autocomplete: AUTOFILL[field.id],
  });
}
