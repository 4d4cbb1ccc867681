/** `/oauth/consent/...`: an app asks for access, and the user decides. */

import type { Scope } from "../../../generated/scopes.ts";
import type { AuthorizationServer, ConsentRequest } from "../../accounts/connectors/authorization-server.ts";
import { findFullBudget } from "../../accounts/plans/budgets.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { bulletList } from "../components/blocks/bullets.ts";
import { part } from "../components/blocks/part.ts";
import { actions, button } from "../components/controls/buttons.ts";
import { postForm } from "../components/controls/post-form.ts";
import type { Connectors } from "../connectors.ts";
import { type AcceptInput, acceptOnly, type FormValues } from "../form-body.ts";
import { seeOther } from "../reply.ts";
import { audit } from "./audit.ts";
import { signInAgain } from "./fresh-sign-in.ts";
import { mailNotice } from "./mail-link.ts";
import type { OwnerPages, OwnerRequest } from "./owner-pages.ts";
import type { EntrySite } from "./reply-entry.ts";
import { allScopes, scopeCard, scopeText } from "./views/token-form.ts";

const CONSENT = "/oauth/consent/:request{[\\w-]{10,60}}";

const acceptConsent: AcceptInput = (name, value) =>
  name === "scope" ? { values: allScopes.length, length: 40 } : acceptOnly("go")(name, value);

export function consentRoutes(owner: OwnerPages, connectors: Connectors): void {
  owner.get(CONSENT, async (request) => {
    const again = signInAgain(request);
    if (again !== undefined) return seeOther(request.c, again);
    const asked = await (await connectors()).consentRequest(browserSession(request));
    return asked === undefined ? replyLate(request) : replyConsent(request, asked, asked.scopes);
  });
  owner.post(CONSENT, acceptConsent, async (request, values) =>
    postConsent(request, values, await connectors()),
  );
}

function browserSession({ c }: OwnerRequest) {
  return { request: c.env.incoming, response: c.env.outgoing, id: c.req.path.split("/").at(-1) ?? "" };
}

async function postConsent(
  request: OwnerRequest<keyof EntrySite>,
  values: FormValues,
  server: AuthorizationServer,
): Promise<Response> {
  const { c, site, account, t } = request;
  const again = signInAgain(request);
  if (again !== undefined) return seeOther(c, again);
  const browser = browserSession(request);
  const asked = await server.consentRequest(browser);
  if (asked === undefined) return replyLate(request);
  if (values.get("go") !== "allow") return seeOther(c, await server.refuse(browser));
  const scopes = asked.scopes.filter((scope) => values.all("scope").includes(scope));
  if (scopes.length === 0) return replyConsent(request, asked, scopes, t.say("token_scopes_missing"));
  const full = await findFullBudget(site.storage, account.id, "tokens", site.clock());
  if (full) return replyConsent(request, asked, scopes, t.say("token_limit", { max: full.limit }));
  const next = await server.allow(browser, account, scopes);
  const app = asked.documentHost ?? readHost(asked.redirectUri);
  audit(request, "app_connected", { app, scopes: scopes.join(" ") });
  site.background.run("mail a notice", () => mailNotice(site, t, account.email, "app_connected", app));
  return seeOther(c, next);
}

/** Returns the host of an address, or the whole address if it opens a local app, such as `cursor://callback`. */
function readHost(address: string): string {
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
}

/** Returns the source for `form-action` in the policy: the address that the form redirects to. */
function formActionSource(address: string): string {
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : protocol;
}

function replyConsent(
  request: OwnerRequest,
  asked: ConsentRequest,
  chosen: readonly string[],
  problem?: string,
): Response {
  const { t, account, csrf, c, reply } = request;
  const redirectHost = readHost(asked.redirectUri);
  const name = asked.name || (asked.documentHost ?? redirectHost);
  const title = t.say("app_title", { name });
  const wanted = allScopes.filter((scope) => asked.scopes.includes(scope));
  const others = allScopes.filter((scope) => !asked.scopes.includes(scope));
  const main = html`
    <h1>${title}</h1>
    <p class="lead">${t.say("app_text", { email: account.email })}</p>
    ${part({ title: t.say("app_who"), look: "panel", content: who(request, asked, name, redirectHost) })}
    ${postForm({
      action: c.req.path,
      csrf,
      className: "stack",
      content: html`
        <fieldset class="${problem === undefined ? "field" : "field wrong"}">
          <legend class="label">${t.say("app_may")}</legend>
          <div class="hint"><p>${t.say("app_may_hint")}</p></div>
          ${problem !== undefined && html`<p class="message" role="alert">${problem}</p>`}
          <div class="cards">${wanted.map((scope) => scopeCard(t, scope, chosen.includes(scope)))}</div>
        </fieldset>
        ${part({
          title: t.say("app_may_not"),
          content: bulletList([...others.map((scope) => withheldText(t, scope)), t.say("app_never")]),
        })}
        ${actions(
          button({ text: t.say("app_allow"), look: "main", name: "go", value: "allow" }),
          button({
            text: t.say("app_refuse"),
            look: "quiet",
            name: "go",
            value: "refuse",
            skipsChecks: true,
          }),
        )}
        <p class="soft">${t.say("app_later")}</p>
      `,
    })}
  `;
  return reply(
    { title, main },
    { leadsTo: formActionSource(asked.redirectUri), ...(problem !== undefined && { status: 422 }) },
  );
}

/** Returns the sentence about a scope that the app does not request. */
function withheldText(t: OwnerRequest["t"], scope: Scope): string {
  if (scope === "responses:read") return t.say("app_no_responses");
  return scope === "responses:read:pii" ? t.say("app_no_addresses") : scopeText(t, scope);
}

function who(
  { t }: OwnerRequest,
  { documentHost }: ConsentRequest,
  name: string,
  redirectHost: string,
): Html {
  const fact = (label: string, value: string) =>
    html`<div><dt>${label}</dt><dd${attributes({ translate: "no" })}>${value}</dd></div>`;
  return html`
    <dl class="facts">
      ${fact(t.say("app_name"), name)}
      ${documentHost !== undefined && fact(t.say("app_site"), documentHost)}
      ${fact(t.say("app_goes_to"), redirectHost)}
    </dl>
    <p class="soft">
      ${documentHost === undefined ? t.say("app_unknown") : t.say("app_described", { host: documentHost })}
    </p>
  `;
}

/** Answers a late request: the time is over, the user has decided already, or it is another browser than the app opened. */
function replyLate({ t, reply }: OwnerRequest): Response {
  const title = t.say("app_wrong_title");
  return reply(
    { title, main: html`<h1>${title}</h1><p class="lead">${t.say("app_wrong_text")}</p>` },
    { status: 410 },
  );
}
