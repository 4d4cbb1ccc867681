/** What stands above a button that publishes a form: texts that are still examples, and a box for questions for a secret. */
import type { Check } from "../../../../../forms/checks.ts";
import type { FormOverview } from "../../../../../forms/overview.ts";
import { EXAMPLE_TEXT } from "../../../../../forms/structure/warnings/example-texts.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { quotedParts } from "../../../../../texts/sentences/warnings.ts";
import { bulletList } from "../../../../components/blocks/bullets.ts";
import { secretBox } from "./secret-box.ts";

const MAX_LISTED = 8;

type Published = Pick<FormOverview, "id" | "status" | "structure" | "pending" | "to_check">;

/** Draws the warnings. None of them keeps the form from being published, except a box that is not ticked. */
export function beforePublishing(t: OwnerTranslation, form: Published): Html {
  return html`${examplesLeft(t, form)}${secretBox(t, form)}`;
}

/** Lists the texts that are still examples, with links to them in the editor. */
function examplesLeft(t: OwnerTranslation, { id, pending, to_check }: Published): Html | undefined {
  const examples = (pending?.to_check ?? to_check).filter(({ code }) => code === EXAMPLE_TEXT);
  if (examples.length === 0) return undefined;
  const links = examples.slice(0, MAX_LISTED).map((check) => linkTo(t, id, check));
  return html`<p>${t.say("examples_left", { n: examples.length })}</p>${bulletList(links)}`;
}

function linkTo(t: OwnerTranslation, formId: string, check: Check): Html {
  const part = check.field === undefined ? "form" : `field-${check.field}`;
  return html`<a href="/forms/${formId}/edit#${part}">${quotedParts(check, t.language)}</a>`;
}
