/** The form for a new access token. */
import { type Scope, scopes } from "../../../../generated/scopes.ts";
import { TOKEN_LIMITS } from "../../../accounts/tokens/tokens.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { part } from "../../components/blocks/part.ts";
import { checkCard } from "../../components/controls/boxes.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { entryField, errorText } from "../../components/entry.ts";

/** The entered values with their problems. */
export interface TokenForm {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days: string;
  readonly neverExpires: boolean;
  readonly problems: Readonly<Partial<Record<"name" | "scopes" | "days" | "all", string>>>;
}

export const EMPTY_TOKEN_FORM: TokenForm = {
  name: "",
  scopes: [],
  days: "90",
  neverExpires: false,
  problems: {},
};

export const allScopes = Object.keys(scopes) as Scope[];

const TEXTS = {
  "forms:read": "scope_forms_read",
  "forms:write": "scope_forms_write",
  "shares:write": "scope_shares_write",
  "responses:read": "scope_responses_read",
  "responses:read:pii": "scope_responses_read_pii",
  "responses:export": "scope_responses_export",
  "billing:read": "scope_billing_read",
} as const satisfies Record<Scope, OwnerTextKey>;

/** Draws the form. @param once an id that makes a repeated post create only one token */
export function tokenForm(t: OwnerTranslation, form: TokenForm, csrf: string, once: string): Html {
  const { name, problems } = form;
  return part({
    title: t.say("token_new"),
    titleId: "new",
    look: "panel",
    content: [
      problems.all !== undefined && message(t, "all", problems.all),
      postForm({
        action: "/settings/integrations",
        csrf,
        className: "stack",
        hidden: { once },
        content: [
          entryField({
            t,
            name: "name",
            label: t.say("token_name"),
            type: "text",
            autocomplete: "off",
            hint: t.say("token_name_hint"),
            value: name,
            message: problems.name,
          }),
          scopeField(t, form),
          expiryField(t, form),
          actions(button({ text: t.say("token_create"), look: "main" })),
        ],
      }),
    ],
  });
}

function scopeField(t: OwnerTranslation, { scopes: chosen, problems }: TokenForm): Html {
  const cards = allScopes.map((scope, at) =>
    scopeCard(t, scope, chosen.includes(scope), at === 0 ? "f-scopes" : undefined),
  );
  return fieldset(t, {
    name: "scopes",
    label: t.say("token_scopes"),
    hint: t.say("token_scopes_hint"),
    problem: problems.scopes,
    content: html`<div class="cards">${cards}</div>`,
  });
}

/** Draws a scope to choose, with a description for users. */
export function scopeCard(t: OwnerTranslation, scope: Scope, checked: boolean, id?: string): Html {
  const text = html`${scopeText(t, scope)}<small><code translate="no">${scope}</code></small>`;
  return checkCard({ name: "scope", value: scope, text, id, isChecked: checked });
}

export function scopeText(t: OwnerTranslation, scope: Scope): string {
  return t.say(TEXTS[scope]);
}

function expiryField(t: OwnerTranslation, { days, neverExpires, problems }: TokenForm): Html {
  const choice = (value: string, text: string, isChecked: boolean) =>
    checkCard({ type: "radio", name: "expiry", value, text, isChecked });
  const number = attributes({
    class: "input",
    id: "f-days",
    name: "days",
    inputmode: "numeric",
    maxlength: String(TOKEN_LIMITS.days).length,
    value: days,
    "aria-label": t.say("token_days"),
    "aria-invalid": problems.days === undefined ? undefined : "true",
  });
  const cards = html`
    <div class="cards">
      <div class="card-days">
        ${choice("days", t.say("token_expires_after"), !neverExpires)}
        <input${number}>
      </div>
      ${choice("never", t.say("token_never_expires"), neverExpires)}
    </div>
  `;
  return fieldset(t, {
    name: "expiry",
    label: t.say("token_expiry"),
    hint: undefined,
    problem: problems.days,
    content: cards,
  });
}

interface Fieldset {
  /** Part of the ids of the hint and the problem. */
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly problem: string | undefined;
  readonly content: Html;
}

function fieldset(t: OwnerTranslation, { name, label, hint, problem, content }: Fieldset): Html {
  const describedBy = [hint !== undefined && `d-${name}`, problem !== undefined && `e-${name}`]
    .filter(Boolean)
    .join(" ");
  const values = attributes({
    class: problem === undefined ? "field" : "field wrong",
    "aria-describedby": describedBy || undefined,
  });
  return html`
    <fieldset${values}>
      <legend class="label">${label}</legend>
      ${hint !== undefined && html`<div class="hint" id="d-${name}"><p>${hint}</p></div>`}
      ${problem !== undefined && message(t, name, problem)}
      ${content}
    </fieldset>
  `;
}

function message(t: OwnerTranslation, name: string, text: string): Html {
  return html`<p class="message" id="e-${name}" role="alert">${errorText(t, text)}</p>`;
}
