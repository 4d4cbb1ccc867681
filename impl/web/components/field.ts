/** Fields of a form page: label, hints, message and input. */
import type { DisplayField, FormField } from "../../../generated/types.ts";
import type { AnswerField } from "../../forms/answers/answer.ts";
import type { Predicate } from "../../forms/answers/expression.ts";
import type { Problem } from "../../forms/answers/problem.ts";
import { answerKind, takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import type { ClientRule } from "../../forms/fields/client/client-rule.ts";
import type { QuestionKind } from "../../forms/fields/kind.ts";
import { displayKind, questionKind } from "../../forms/fields/kinds.ts";
import { drawFormatted } from "../../forms/fields/parts/formatted-text.ts";
import { focusId } from "../../forms/fields/parts/inputs.ts";
import { drawPicture } from "../../forms/fields/parts/picture.ts";
import type { FieldView } from "../../forms/fields/parts/view.ts";
import { drawWording } from "../../forms/fields/parts/wordings.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { errorText } from "./entry.ts";
import type { Mentions } from "./mentions.ts";
import { problemText } from "./problem-text.ts";

/** The data that a field is drawn from. */
export interface ShownFieldView extends Omit<FieldView, "field" | "aria" | "mentions"> {
  readonly field: FormField;
  /** The problem with the answer, as a sentence. */
  readonly message: string | undefined;
  /** The condition that the browser evaluates to show the field, and whether it holds now; undefined: always shown. */
  readonly condition: { readonly rule: Predicate; readonly holds: boolean } | undefined;
  /** A note under the description, such as how an address is used. */
  readonly note?: string | undefined;
  readonly mentions: Mentions;
  /** The address on which respondents wait for its full choices; undefined: there is none. */
  readonly waitingAddress?: string | undefined;
  /** Whether respondents see it at once, without scrolling. */
  readonly isFirst?: boolean;
}

export function fieldView(view: ShownFieldView): Html {
  const { field } = view;
  return takesAnswer(field) ? question(field, view) : display(field, view);
}

function display(field: DisplayField, { t, condition, mentions, images, isFirst }: ShownFieldView): Html {
  const label = t.of(field.label);
  const description = field.description && t.of(field.description);
  const isLive = mentions.isLive(label) || (description !== undefined && mentions.isLive(description));
  const outer = attributes({
    class: field.type,
    dir: "auto",
    "aria-live": isLive ? "polite" : undefined,
    ...conditionAttributes(condition),
  });
  const text = field.description && drawFormatted(t, field.description, mentions);
  const heading = displayKind(field).heading(field.label, t, mentions);
  const picture = drawPicture(t, field.image, images, { isFirst, name: () => mentions.plain(label) });
  return html`<div${outer}>${heading}${text}${picture}</div>`;
}

/** Draws a label with its input, or a legend with its group of inputs. */
function question(field: AnswerField, shown: ShownFieldView): Html {
  const { t, message, mentions, isFirst } = shown;
  const kind = questionKind(field);
  const isGroup = kind.isGroup?.(field) ?? false;
  const view = { ...shown, field };
  const ids = { hint: `d-${field.id}`, message: `e-${field.id}` };
  const hints = drawHints(view, kind);
  const describedBy = [hints.length > 0 && ids.hint, message !== undefined && ids.message]
    .filter(Boolean)
    .join(" ");
  const aria = attributes({
    "aria-describedby": describedBy || undefined,
    "aria-invalid": message === undefined ? undefined : "true",
    "aria-required": field.required && !isGroup ? "true" : undefined,
  });
  const outer = attributes({
    class: message === undefined ? "field" : "field wrong",
    id: `q-${field.id}`,
    // A question whose label is in Arabic or Hebrew has its choices at the right, whatever the language of the page.
    dir: "auto",
    "data-field": field.id,
    "data-kind": answerKind(field).kind,
    "data-untouched": kind.untouched !== undefined,
    "data-rules": JSON.stringify(clientRules(view, kind)),
    ...conditionAttributes(shown.condition),
  });
  const label = html`
    ${drawWording(t, field.label, mentions.show)}
    ${!field.required && html` <span class="optional">(${t.say("optional")})</span>`}
  `;
  const below = html`
    ${hints.length > 0 && html`<div class="hint" id="${ids.hint}">${hints}</div>`}
    ${drawPicture(t, field.image, shown.images, { isFirst, name: () => mentions.plain(t.of(field.label)) })}
    <p class="message" id="${ids.message}"${attributes({ hidden: message === undefined })}>
      ${message !== undefined && errorText(t, message)}
    </p>
  `;
  const input = html`${kind.input({ ...view, aria })}${drawWaitingLink(shown)}`;
  if (!isGroup)
    return html`<div${outer}><label class="label" for="${focusId(field)}">${label}</label>${below}${input}</div>`;
  const legend = kind.isLabelRepeated?.(field, t)
    ? html`<legend class="vh"><span class="label">${label}</span></legend>`
    : html`<legend class="label">${label}</legend>`;
  const describe = attributes({ "aria-describedby": describedBy || undefined });
  return html`<fieldset${outer}${describe}>${legend}${below}${input}</fieldset>`;
}

/** Links the waiting list in a window of its own, so that the answers so far stay. */
function drawWaitingLink({ t, waitingAddress }: ShownFieldView): Html | false {
  if (waitingAddress === undefined) return false;
  return html`<p class="to-wait"><a href="${waitingAddress}" target="_blank">${t.say("waiting_button")}</a></p>`;
}

/** Draws the description and the hints of the service, without those that the message repeats. */
function drawHints(
  view: Omit<FieldView, "aria" | "mentions"> & Pick<ShownFieldView, "note" | "message" | "mentions">,
  kind: QuestionKind,
): Html[] {
  const { field, t, note, message, mentions } = view;
  const own = [note, ...(kind.hints?.(view) ?? [])].filter((hint) => hint !== undefined && hint !== message);
  const hints = own.map((hint) => html`<p>${hint}</p>`);
  const { description } = field;
  const isRepeated = description === undefined || t.of(description) === message;
  return isRepeated ? hints : [drawFormatted(t, description, mentions), ...hints];
}

function conditionAttributes(condition: ShownFieldView["condition"]) {
  if (condition === undefined) return {};
  return { "data-if": JSON.stringify(condition.rule), "data-off": !condition.holds };
}

/** Lists the rules that browsers can check before the form is sent. */
function clientRules(
  { field, language, t }: Omit<FieldView, "aria">,
  kind: QuestionKind,
): readonly ClientRule[] {
  const say = (problem: Problem) => problemText(t, problem);
  const rules = kind.rules?.(field, say, language) ?? [];
  return field.required ? [["required", say({ code: kind.missing(field) })], ...rules] : rules;
}
