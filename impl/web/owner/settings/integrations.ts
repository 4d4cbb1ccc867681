/** `/settings/integrations`: access tokens, connected apps, and configuration of clients. */
import { service } from "../../../../generated/tools.ts";
import { FIRST_TOKEN_SECONDS } from "../../../accounts/connectors/apps.ts";
import { APP_SECONDS } from "../../../accounts/connectors/configuration.ts";
import { BudgetRefusal } from "../../../accounts/plans/budgets.ts";
import { createTokenOnce } from "../../../accounts/tokens/create-once.ts";
import {
  listTokens,
  type NewToken,
  revokeToken,
  TOKEN_LIMITS,
  type TokenInfo,
} from "../../../accounts/tokens/tokens.ts";
import { type Html, html } from "../../../platform/html.ts";
import { newId } from "../../../platform/ids.ts";
import { createSignature, isSignature } from "../../../platform/signing/signature.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { confirmBox } from "../../components/blocks/disclosure.ts";
import { factList } from "../../components/blocks/facts.ts";
import { part } from "../../components/blocks/part.ts";
import { rowList } from "../../components/blocks/rows.ts";
import { actions, linkButton } from "../../components/controls/buttons.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { audit } from "../audit.ts";
import { signInAgain } from "../fresh-sign-in.ts";
import { mailNotice } from "../mail-link.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import type { EntrySite } from "../reply-entry.ts";
import { settingsFrame } from "../views/settings.ts";
import { showOrSignInAgain } from "../views/sign-in-again.ts";
import { copyable, snippetList } from "../views/snippets.ts";
import { allScopes, EMPTY_TOKEN_FORM, type TokenForm, tokenForm } from "../views/token-form.ts";

type TokenRequest = OwnerRequest<keyof EntrySite | "hasConnectors">;

const DAY_MS = 86_400_000;
const PATH = "/settings/integrations";
/** The number of revoked and expired tokens that are shown, the latest ones. */
const SHOWN_PAST = 50;
/** Pages of apps on which users add the address of a server. */
const CONNECTOR_PAGES = [
  ["Claude", "https://claude.ai/settings/connectors"],
  ["ChatGPT", "https://chatgpt.com/#settings/Connectors"],
] as const;
/** Shown instead of a token that is not shown any more. */
const PLACEHOLDER = "YOUR_TOKEN";

export const acceptTokenForm: AcceptInput = (name) => {
  if (name === "scope") return { values: allScopes.length, length: 40 };
  return ["name", "expiry", "days", "once"].includes(name) ? { values: 1, length: 200 } : undefined;
};

export async function showIntegrations(request: TokenRequest): Promise<Response> {
  return replyIntegrations(request, EMPTY_TOKEN_FORM);
}

async function replyIntegrations(request: TokenRequest, form: TokenForm): Promise<Response> {
  const { t, site, account, csrf, reply } = request;
  const now = site.clock();
  const tokens = await listTokens(site.storage.db, account.email, now);
  const own = tokens.filter(({ appHost }) => appHost === null);
  const active = own.filter(({ state }) => state === "active");
  const past = own.filter(({ state }) => state !== "active").slice(0, SHOWN_PAST);
  const apps = tokens.filter(({ appHost, state }) => appHost !== null && state === "active");
  const once = signId(request, newId("tok"));
  const endpoint = `${site.publicUrl()}${service.path}`;
  const again = signInAgain(request, PATH);
  const title = t.say("settings_integrations");
  const main = html`
    <h1>${title}</h1>
    <p class="lead">${t.say("tokens_intro")}</p>
    ${part({
      title: t.say("tokens_title"),
      content: [
        active.length === 0
          ? html`<p class="soft">${t.say("tokens_none")}</p>`
          : rowList(active.map((one) => tokenRow(request, one))),
        past.length > 0 &&
          html`
            <details class="past">
              <summary>${t.say("token_revoked")} / ${t.say("token_expired")}: ${past.length}</summary>
              ${rowList(past.map((one) => tokenRow(request, one)))}
            </details>
          `,
      ],
    })}
    ${site.hasConnectors && appSection(request, apps, endpoint)}
    ${
      again === undefined
        ? tokenForm(t, form, csrf, once)
        : part({
            title: t.say("token_new"),
            titleId: "new",
            look: "panel",
            content: showOrSignInAgain(t, again, html``),
          })
    }
    ${part({
      title: t.say("clients_title"),
      content: html`
        ${factList([[t.say("endpoint"), copyable(t, endpoint)]])}
        <p class="soft">${t.say("clients_text", { placeholder: PLACEHOLDER })}</p>
        ${snippetList(t, { name: service.server.name, endpoint, token: PLACEHOLDER })}
      `,
    })}
  `;
  const isWrong = Object.keys(form.problems).length > 0;
  const view = { title, main: settingsFrame(t, PATH, main), scripts: ["copy"] as const };
  return reply(view, isWrong ? { status: 422 } : {});
}

function appSection(request: OwnerRequest, apps: readonly TokenInfo[], endpoint: string): Html {
  const { t } = request;
  const rows =
    apps.length === 0
      ? html`<p class="soft">${t.say("apps_none")}</p>`
      : rowList(apps.map((one) => tokenRow(request, one)));
  const pages = CONNECTOR_PAGES.map(
    ([name, url]) => html`<a href="${url}" rel="noopener noreferrer" translate="no">${name}</a> `,
  );
  return part({
    title: t.say("apps_title"),
    id: "apps",
    content: html`
      <p class="soft">${t.say("apps_intro")}</p>
      ${rows}
      <details>
        <summary>${t.say("apps_how")}</summary>
        <p>${t.say("apps_how_text")}</p>
        <p>${pages}</p>
        ${copyable(t, endpoint)}
      </details>
    `,
  });
}

function tokenRow({ t, csrf }: OwnerRequest, token: TokenInfo): Html {
  const { name, state, scopes, createdAt, lastUsedAt, tokenId, appHost } = token;
  const shownName = name === "" ? (appHost ?? t.say("token_unnamed")) : name;
  const used = lastUsedAt === null ? t.say("token_unused") : t.say("token_used", { date: t.day(lastUsedAt) });
  const granted =
    scopes.length === 0 ? t.say("token_no_scopes") : html`<code translate="no">${scopes.join("  ")}</code>`;
  const revoke =
    state === "active" &&
    confirmBox({
      summary:
        name === "" && appHost === null
          ? t.say("token_revoke_unnamed")
          : t.say("token_revoke_name", { name: shownName }),
      text: t.say("token_revoke_text"),
      action: `${PATH}/revoke`,
      csrf,
      hidden: { token: tokenId },
      button: { text: t.say("token_revoke"), look: "danger" },
    });
  const ended = state !== "active" && html`<span class="soft">${t.say(`token_${state}`)}</span>`;
  return html`
    <li>
      <div>
        <b>${shownName}</b>
        ${appHost !== null && html` ${drawHost(appHost)}`}
        <p class="scopes">${granted}</p>
        <p class="soft">
          ${t.say("token_created", { date: t.day(createdAt) })} · ${endText(t, token)} · ${used}
        </p>
        ${revoke}
      </div>
      ${ended}
    </li>
  `;
}

/** Describes when a token expires, or when an app is disconnected: each new token prolongs its connection by a month. */
function endText(t: OwnerTranslation, { appHost, createdAt, expiresAt, state }: TokenInfo): string {
  if (expiresAt === null) return t.say("token_no_expiry");
  const day = t.day(expiresAt);
  if (appHost === null)
    return t.say(state === "expired" ? "token_expired_on" : "token_expires", { date: day });
  const lifeMs = Date.parse(expiresAt) - Date.parse(createdAt);
  // The tokens of an app are valid for an hour or longer.
  if (lifeMs < 2 * FIRST_TOKEN_SECONDS * 1_000) return t.say("app_waiting");
  const last = new Date(Date.parse(createdAt) + APP_SECONDS * 1_000).toISOString();
  // Some apps only accept tokens of an hour.
  const end = lifeMs < DAY_MS ? t.time(expiresAt) : day;
  return t.say("app_connected_until", { date: end, last: t.day(last) });
}

/** Draws the host of an app, as a link if it is a web site and not a local app. */
function drawHost(host: string): Html {
  const isSite = /^[\w-]+(\.[\w-]+)*\.[a-z][\w-]*(:\d+)?$/i.test(host);
  return isSite
    ? html`<a href="https://${host}/" rel="noopener noreferrer nofollow" translate="no">${host}</a>`
    : html`<span class="soft" translate="no">${host}</span>`;
}

/**
 * Returns the signed id of a new token. It is in the form, so a repeated post creates one token. The signature keeps users from
 * choosing ids.
 */
function signId({ site, sessionId }: TokenRequest, id: string): string {
  return `${id}.${createSignature(site.ownerKeys, "new token", `${sessionId} ${id}`)}`;
}

function readTokenId({ site, sessionId }: TokenRequest, once: string): string {
  const [id = "", signature = ""] = once.split(".");
  return isSignature(site.ownerKeys, "new token", `${sessionId} ${id}`, signature) ? id : newId("tok");
}

export async function postToken(request: TokenRequest, values: FormValues): Promise<Response> {
  const { t, c, site, account } = request;
  const again = signInAgain(request);
  if (again !== undefined) return seeOther(c, again);
  const form = readTokenForm(request, values);
  if (Object.keys(form.problems).length > 0) return replyIntegrations(request, form);
  const expiresInDays = form.neverExpires ? undefined : Number(form.days);
  const id = readTokenId(request, values.get("once") ?? "");
  const options = { name: form.name, scopes: form.scopes, expiresInDays };
  const made = await createTokenOnce(site.storage, account, id, options, site.clock()).catch(orFull);
  if (made instanceof BudgetRefusal) {
    const problems = { all: t.say("token_limit", { max: made.usage.limit }) };
    return replyIntegrations(request, { ...form, problems });
  }
  if (made === undefined) return replyRepeated(request);
  audit(request, "token_created", { token: made.tokenId, scopes: made.scopes.join(" ") });
  site.background.run("mail a notice", () => mailNotice(site, t, account.email, "token_made", form.name));
  return replyNewToken(request, form.name, made);
}

function orFull(error: unknown): BudgetRefusal {
  if (error instanceof BudgetRefusal) return error;
  throw error;
}

function readTokenForm({ t }: OwnerRequest, values: FormValues): TokenForm {
  const name = (values.get("name") ?? "").replace(/\s+/g, " ").trim();
  const scopes = allScopes.filter((scope) => values.all("scope").includes(scope));
  const neverExpires = values.get("expiry") === "never";
  const days = (values.get("days") ?? "").trim();
  const isDays = /^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= TOKEN_LIMITS.days;
  const isLong = name.length > TOKEN_LIMITS.name;
  const problems = {
    ...(name === "" && { name: t.say("token_name_missing") }),
    ...(isLong && { name: t.say("token_name_long", { count: TOKEN_LIMITS.name }) }),
    ...(scopes.length === 0 && { scopes: t.say("token_scopes_missing") }),
    ...(!neverExpires && !isDays && { days: t.say("token_days_wrong", { max: TOKEN_LIMITS.days }) }),
  };
  return { name, scopes, days, neverExpires, problems };
}

/** Sends the page with the token, which no other page shows. */
function replyNewToken({ t, site, reply }: TokenRequest, name: string, { token }: NewToken): Response {
  const endpoint = `${site.publicUrl()}${service.path}`;
  const title = t.say("token_made_title");
  const main = html`
    <h1>${title}</h1>
    <p class="lead">${t.say("token_made_text")}</p>
    ${part({ title: name, look: "panel secret", content: copyable(t, token) })}
    ${part({
      title: t.say("clients_title"),
      content: html`
        <p class="soft">${t.say("clients_made_text")}</p>
        ${snippetList(t, { name: service.server.name, endpoint, token })}
      `,
    })}
    ${actions(linkButton({ text: t.say("token_made_done"), look: "main", address: PATH }))}
  `;
  return reply({ title, main: settingsFrame(t, PATH, main), scripts: ["copy"] });
}

function replyRepeated({ t, reply }: OwnerRequest): Response {
  const title = t.say("token_repeated_title");
  const main = html`
    <h1>${title}</h1>
    <p class="lead">${t.say("token_repeated_text")}</p>
    ${actions(linkButton({ text: t.say("token_made_done"), look: "main", address: PATH }))}
  `;
  return reply({ title, main: settingsFrame(t, PATH, main) }, { status: 422 });
}

/** Revokes a token. For another account's token, it changes nothing and answers the same. */
export async function postRevoke(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const id = values.get("token") ?? "";
  if (await revokeToken(site.storage, id, site.clock(), account.id))
    audit(request, "token_revoked", { token: id });
  return seeOther(c, PATH);
}
