/** `/`: what this service is, for people; for programs, its endpoint as JSON. */
import { service } from "../../../generated/tools.ts";
import { html } from "../../markup/html.ts";
import { reply, securityHeaders, type WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { entryPage } from "../views/owner/entry-page.ts";
import { ownerTranslationFor } from "./owner-language.ts";

export async function showHome(c: WebContext, site: Site): Promise<Response> {
  const endpoint = `${site.publicUrl()}${service.path}`;
  const accepted = c.req.header("accept") ?? "";
  if (accepted.includes("application/json") && !accepted.includes("text/html"))
    return c.json({ name: service.server.name, version: service.server.version, endpoint }, 200, {
      ...securityHeaders(false),
      Vary: "Accept",
    });
  const signedIn = await site.sessions.current(c.req.raw.headers);
  const t = ownerTranslationFor(c, signedIn?.account);
  const start =
    signedIn !== undefined
      ? html`<a class="main" href="/forms">${t.say("home_to_forms")}</a>`
      : html`<a class="main" href="/sign-in">${t.say("home_sign_in")}</a>${site.signUp === "open" && html`<a class="quiet" href="/sign-up">${t.say("home_sign_up")}</a>`}`;
  const more = html`<div class="actions">${start}</div>
<section class="aside"><h2>${t.say("home_agents")}</h2><p>${t.say("home_agents_text")}</p>
<dl class="facts"><div><dt>${t.say("home_endpoint")}</dt><dd><code>${endpoint}</code></dd></div></dl></section>`;
  const page = entryPage({ t, title: t.say("home_title"), text: t.say("home_text"), more });
  return reply(c, site, page, {
    headers: { "Cache-Control": "private, no-store", Vary: "Accept, Accept-Language, Cookie" },
  });
}
