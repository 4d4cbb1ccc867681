/** Draws what an owner reads before a form is published: equal labels, texts that are still examples, and a box for secrets. */
import type { Check } from "../../../../../forms/checks.ts";
import type { FormOverview } from "../../../../../forms/overview.ts";
import { EXAMPLE_TEXT } from "../../../../../forms/structure/warnings/example-texts.ts";
import { SAME_LABEL } from "../../../../../forms/structure/warnings/labels.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { quotedParts, warningText } from "../../../../../texts/sentences/warnings.ts";
import { bulletList } from "../../../../components/blocks/bullets.ts";
import { secretBox } from "./secret-box.ts";

const MAX_LISTED = 8;

type Published = Pick<FormOverview, "id" | "status" | "structure" | "pending" | "to_check">;

/** Draws the warnings. None of them keeps the form from being published, except a box that is not ticked. */
export function beforePublishing(t: OwnerTranslation, form: Published): Html {
  const checks = form.pending?.to_check ?? form.to_check;
  return html`${sameLabels(t, form.id, checks)}${examplesLeft(t, form.id, checks)}${secretBox(t, form)}`;
}

/** Lists the texts that are still examples, with links to them in the editor. */
function examplesLeft(t: OwnerTranslation, formId: string, checks: readonly Check[]): Html | undefined {
  const examples = checks.filter(({ code }) => code === EXAMPLE_TEXT);
  if (examples.length === 0) return undefined;
  const links = examples
    .slice(0, MAX_LISTED)
    .map((check) => linkTo(formId, check, quotedParts(check, t.language)));
  return html`<p>${t.say("examples_left", { n: examples.length })}</p>${bulletList(links)}`;
}

/** Lists which labels are equal, with links to them in the editor. */
function sameLabels(t: OwnerTranslation, formId: string, checks: readonly Check[]): Html | undefined {
  const same = checks.filter(({ code }) => code === SAME_LABEL).slice(0, MAX_LISTED);
  if (same.length === 0) return undefined;
  return bulletList(same.map((check) => linkTo(formId, check, warningText(check, t.language))));
}

function linkTo(formId: string, { field }: Check, text: string): Html {
  const part = field === undefined ? "form" : `field-${field}`;
  return html`<a href="/forms/${formId}/edit#${part}">${text}</a>`;
}
