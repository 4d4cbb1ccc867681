/** The head of all pages of a form: title, status, a link to its page, and tabs. */
import type { FormOverview } from "../../../../forms/overview.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { changesChip, statusChip } from "./list.ts";

const TABS = [
  ["edit", "/edit", "form_tab_build"],
  ["share", "", "form_tab_share"],
  ["table", "/responses", "responses_tab_table"],
  ["summary", "/responses/summary", "responses_tab_summary"],
  ["settings", "/settings", "form_tab_settings"],
] as const;

type Tab = (typeof TABS)[number][0];

/** A page that the head links to beside the tabs. */
export type LinkedPage = "preview" | "versions";

export type HeadedForm = Pick<FormOverview, "id" | "title" | "status" | "access" | "pending">;

/** Draws the head. @param current the tab or link that the page belongs to */
export function formHead(t: OwnerTranslation, form: HeadedForm, current: Tab | LinkedPage): Html {
  return headParts(t, form, current, html`<h1>${form.title}</h1>`);
}

/** Draws the head in two narrow lines, for pages without another frame. */
export function formTop(t: OwnerTranslation, form: HeadedForm, current: "edit" | LinkedPage): Html {
  const name =
    current === "edit"
      ? html`<h1 class="form-name">${form.title}</h1>`
      : html`<p class="form-name">${form.title}</p>`;
  return html`<div class="form-top">${headParts(t, form, current, name)}</div>`;
}

function headParts(t: OwnerTranslation, form: HeadedForm, current: Tab | LinkedPage, name: Html): Html {
  const { id, status, access, pending } = form;
  const mayEdit = access !== "view" && status !== "archived";
  const shown = TABS.filter(([tab]) => tab !== "edit" || mayEdit);
  const tabs = shown.map(([tab, path, name]) => {
    const place = attributes({ "aria-current": tab === current && "page" });
    return html`<li><a href="/forms/${id}${path}"${place}>${t.say(name)}</a></li>`;
  });
  const open = status === "published" && html`<a href="/f/${id}">${t.say("public_open")}</a>`;
  const link = (page: LinkedPage, text: "form_preview" | "versions_title") => {
    const place = attributes({ "aria-current": current === page && "page" });
    return html`<a href="/forms/${id}/${page}"${place}>${t.say(text)}</a>`;
  };
  return html`
    <div class="form-head">
      ${name}
      ${statusChip(t, status)}
      ${pending && changesChip(t)}
      ${open}
      ${link("preview", "form_preview")}
      ${access !== "view" && link("versions", "versions_title")}
    </div>
    <nav class="tabs" aria-label="${t.say("form_tabs")}"><ul>${tabs}</ul></nav>
  `;
}
