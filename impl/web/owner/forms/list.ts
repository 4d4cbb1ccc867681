/** `/forms`: the forms that the account can access, the latest first. */
import { listForms } from "../../../forms/list.ts";
import { attributes, html } from "../../../markup/html.ts";
import type { OwnerRequest } from "../owner-pages.ts";

const PAGE = 20;

export async function showForms({ t, reply, site, account, c }: OwnerRequest): Promise<Response> {
  const { cursors, formUrls } = site.app;
  const page = { limit: PAGE, cursor: c.req.query("cursor") };
  const { forms, nextCursor } = await listForms(site.storage.db, cursors, account.id, {}, page);
  const rows = forms.map(({ id, title, status, languages, default_language }) => {
    const isPublic = status === "published";
    const name = isPublic ? html`<a href="${formUrls(id).public}">${title}</a>` : html`<b>${title}</b>`;
    const lang = languages === `["${t.language}"]` ? {} : { lang: default_language };
    return html`<li><span${attributes(lang)}>${name}</span><span class="soft">${t.say(`form_${status}`)}</span></li>`;
  });
  const title = t.say("nav_forms");
  const more =
    nextCursor !== undefined &&
    html`<p><a class="quiet" href="/forms?cursor=${encodeURIComponent(nextCursor)}">${t.say("more")}</a></p>`;
  const list =
    forms.length === 0
      ? html`<p class="soft">${t.say("forms_none")}</p>`
      : html`<ul class="rows">${rows}</ul>${more}`;
  return reply({ title, main: html`<h1>${title}</h1>${list}` });
}
