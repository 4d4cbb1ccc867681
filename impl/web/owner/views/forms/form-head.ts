/** The head of all pages of a form: title, status, a link to its page, and tabs. */
import type { HeadedForm } from "../../../../forms/overview.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { LOGO } from "../frame.ts";
import { changesChip, statusChip } from "./list/list.ts";

const TABS = [
  ["edit", "/edit", "form_tab_build"],
  ["share", "", "form_tab_share"],
  ["table", "/responses", "responses_tab_table"],
  ["summary", "/responses/summary", "responses_tab_summary"],
  ["settings", "/settings", "form_tab_manage"],
] as const;

type Tab = (typeof TABS)[number][0];

/** A page that the head links to beside the tabs. */
export type LinkedPage = "preview" | "versions";

/** The data of a form that its head is drawn from. */
export type FormHead = Pick<HeadedForm, "id" | "title" | "status" | "access" | "pending">;

/** Draws the head. @param current the tab or link that the page belongs to */
export function formHead(t: OwnerTranslation, form: FormHead, current: Tab | LinkedPage): Html {
  return html`
    <div class="form-head">
      <h1>${form.title}</h1>
      ${statusChip(t, form.status)}
      ${form.pending && changesChip(t)}
      <div class="form-links">${listLinks(t, form, current)}</div>
    </div>
    ${tabsNav(t, listTabs(t, form, current))}
  `;
}

/**
 * Draws the head in one line, for pages without another frame. Narrow windows have the tabs in its menu. The editor has no mark of
 * unpublished changes: its state of saving and its button to publish follow them while the user works.
 * @param bar content at the end of the line; @param more content at the end of the menu
 */
export function formTop(
  t: OwnerTranslation,
  form: FormHead,
  current: "edit" | LinkedPage,
  { bar, more }: { readonly bar?: Html; readonly more?: Html } = {},
): Html {
  const name =
    current === "edit"
      ? html`<h1 class="form-name">${form.title}</h1>`
      : html`<p class="form-name">${form.title}</p>`;
  const tabs = listTabs(t, form, current);
  return html`
    <div class="form-top">
      <div class="form-head">
        <a class="form-list" href="/forms">${LOGO}<span>${t.say("nav_forms")}</span></a>
        ${name}
        ${statusChip(t, form.status)}
        ${form.pending && changesChip(t)}
      </div>
      ${tabsNav(t, tabs)}
      <details class="menu form-menu">
        <summary>${t.say("form_menu")}</summary>
        <div>
          <ul class="menu-tabs">${tabs}</ul>
          <ul>${listLinks(t, form, current).map((link) => html`<li>${link}</li>`)}</ul>
          ${more}
        </div>
      </details>
      ${bar}
    </div>
  `;
}

function listTabs(t: OwnerTranslation, { id, status, access }: FormHead, current: Tab | LinkedPage): Html[] {
  const mayEdit = access !== "view" && status !== "archived";
  const shown = TABS.filter(([tab]) => tab !== "edit" || mayEdit);
  return shown.map(([tab, path, name]) => {
    const place = attributes({ "aria-current": tab === current && "page" });
    return html`<li><a href="/forms/${id}${path}"${place}>${t.say(name)}</a></li>`;
  });
}

function tabsNav(t: OwnerTranslation, tabs: readonly Html[]): Html {
  return html`<nav class="tabs" aria-label="${t.say("form_tabs")}"><ul>${tabs}</ul></nav>`;
}

/** Lists the pages of a form that have no tab. */
function listLinks(t: OwnerTranslation, { id, status, access }: FormHead, current: Tab | LinkedPage): Html[] {
  const link = (page: LinkedPage, text: "form_preview" | "versions_title") => {
    const place = attributes({ "aria-current": current === page && "page" });
    return html`<a href="/forms/${id}/${page}"${place}>${t.say(text)}</a>`;
  };
  return [
    ...(status === "published" ? [html`<a href="/f/${id}">${t.say("public_open")}</a>`] : []),
    link("preview", "form_preview"),
    ...(access === "view" ? [] : [link("versions", "versions_title")]),
  ];
}
