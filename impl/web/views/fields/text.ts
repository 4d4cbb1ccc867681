/** Inputs of text, numbers, dates and times. */
import type {
  DateField,
  DatetimeField,
  EmailField,
  NumberField,
  PhoneField,
  TextField,
  TimeField,
  UrlField,
} from "../../../../generated/types.ts";
import { focusId, inputs } from "../../../forms/fields/inputs.ts";
import { earliestToday, latestToday } from "../../../forms/fields/parts/moments.ts";
import { attributes, type Html, html } from "../../../markup/html.ts";
import { worded } from "../worded.ts";
import { type FieldView, rawText } from "./field-view.ts";

type LineField = TextField | EmailField | PhoneField | UrlField;

/** Ids that fields usually have -> what browsers may fill in (HTML Standard, "autofill field"; WCAG 1.3.5). */
const AUTOFILL: Readonly<Record<string, string>> = {
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

const LINES = {
  short_text: { type: "text" },
  long_text: { type: "text" },
  email: { type: "email", autocomplete: "email", inputmode: "email" },
  phone: { type: "tel", autocomplete: "tel", inputmode: "tel" },
  url: { type: "text", autocomplete: "url", inputmode: "url" },
} as const;

export function textInput({ field, t, rawAnswer, aria }: FieldView<LineField>): Html {
  const common = attributes({
    class: "input",
    id: focusId(field),
    name: inputs.answer(field.id),
    placeholder: field.placeholder && t.of(field.placeholder),
    autocomplete: AUTOFILL[field.id],
  });
  if (field.type === "long_text")
    return html`<textarea${common} rows="5"${aria}>${rawText(rawAnswer)}</textarea>`;
  const { type, ...hints } = LINES[field.type];
  return html`<input type="${type}"${common}${attributes({ ...hints, value: rawText(rawAnswer) })}${aria}>`;
}

/** Inputs of type number change with the mouse wheel and drop other text, so this is a text input with a number keyboard. */
export function numberInput({ field, t, rawAnswer, aria }: FieldView<NumberField>): Html {
  const { integer, min } = field.validation ?? {};
  const attributesOfInput = attributes({
    type: "text",
    class: "input number",
    id: focusId(field),
    name: inputs.answer(field.id),
    // The number keyboards of some phones have no minus.
    inputmode: min === undefined || min < 0 ? "text" : integer ? "numeric" : "decimal",
    placeholder: field.placeholder && t.of(field.placeholder),
    autocomplete: "off",
    value: rawText(rawAnswer),
  });
  if (field.unit === undefined) return html`<input${attributesOfInput}${aria}>`;
  return html`<span class="with-unit"><input${attributesOfInput}${aria}><span class="unit">${worded(t, field.unit)}</span></span>`;
}

export function dateInput(view: FieldView<DateField | DatetimeField | TimeField>, now: Date): Html {
  const { field, rawAnswer, aria } = view;
  const { min, max } = field.validation ?? {};
  const tail = field.type === "datetime" ? ["T00:00", "T23:59"] : ["", ""];
  const values = attributes({
    type: field.type === "datetime" ? "datetime-local" : field.type,
    class: "input date",
    id: focusId(field),
    name: inputs.answer(field.id),
    min: min === "today" ? earliestToday(now) + tail[0] : min,
    max: max === "today" ? latestToday(now) + tail[1] : max,
    autocomplete: AUTOFILL[field.id],
    value: rawText(rawAnswer),
  });
  return html`<input${values}${aria}>`;
}
