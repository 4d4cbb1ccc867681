/** The frame around the owner's pages: navigation, and the menu of the account. */
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { postForm } from "../../components/controls/post-form.ts";
import type { PageView, Script } from "../../components/layout.ts";

/** The header in which scripts send the token of the forms. */
export const CSRF_HEADER = "x-csrf-token";

/** A page of the owner. */
export interface OwnerView {
  readonly title: string;
  readonly main: Html;
  /** A message about the last post. */
  readonly notice?: string | undefined;
  /** A form with a button that takes the last post back, beside the message about it. */
  readonly undo?: Html | undefined;
  readonly scripts?: readonly Script[];
  /** Style sheets in addition to those of all owner's pages. */
  readonly styles?: PageView["styles"];
  readonly refreshSeconds?: PageView["refreshSeconds"];
  /** The origins of pages in frames. */
  readonly frames?: PageView["frames"];
}

export interface OwnerFrame {
  readonly t: OwnerTranslation;
  readonly email: string;
  readonly csrf: string;
  /** The path of the page, to mark its place in the navigation. */
  readonly path: string;
  /** Whether the post was refused; then the notice does not have the colour of success. */
  readonly isRefused?: boolean;
}

const PLACES = [
  ["/forms", "nav_forms"],
  ["/lessons", "nav_lessons"],
  ["/settings", "nav_settings"],
] as const;

export function ownerPage(
  { title, main, notice, undo, scripts = [], styles = [], refreshSeconds, frames = [] }: OwnerView,
  frame: OwnerFrame,
): PageView {
  const { t, isRefused = false } = frame;
  return {
    language: t.language,
    title: `${title} – ${t.say("service_name")}`,
    scripts,
    styles: ["owner", ...styles],
    refreshSeconds,
    frames,
    embedded: false,
    wide: true,
    lead: html`<a class="skip" href="#content">${t.say("skip_to_content")}</a>`,
    header: ownerHeader(frame),
    main: html`
      <div id="content" tabindex="-1">
        ${notice !== undefined && noticeBox(notice, isRefused, undo)}
        ${main}
      </div>
    `,
  };
}

function noticeBox(notice: string, isRefused: boolean, undo: Html | undefined): Html {
  const look = isRefused ? "notice" : "notice done";
  if (undo === undefined) return html`<p class="${look}" role="status">${notice}</p>`;
  return html`<div class="${look} undoable"><p role="status">${notice}</p>${undo}</div>`;
}

function ownerHeader({ t, email, csrf, path }: OwnerFrame): Html {
  const places = PLACES.map(([address, name]) => {
    const isHere = path === address || path.startsWith(`${address}/`);
    return html`<li><a href="${address}"${isHere && html` aria-current="page"`}>${t.say(name)}</a></li>`;
  });
  return html`
    <header class="bar">
      ${brand(t)}
      <nav aria-label="${t.say("nav_label")}"><ul>${places}</ul></nav>
      <details class="menu account">
        <summary><span class="vh">${t.say("account_menu")}: </span><span class="who">${email}</span></summary>
        <div>
          <a href="/settings/account">${t.say("settings_account")}</a>
          ${postForm({
            action: "/sign-out",
            csrf,
            content: html`<button>${t.say("sign_out")}</button>`,
          })}
        </div>
      </details>
    </header>
  `;
}

/** Draws the name of the service as a link to the first page. */
export function brand(t: OwnerTranslation): Html {
  return html`<a class="brand" href="/">${LOGO}<span>${t.say("service_name")}</span></a>`;
}

/** The logo: a sheet with two lines and a tick. */
export const LOGO: Html = html`
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <rect x="4" y="2.500" width="16" height="19" rx="3" fill="currentColor"/>
    <path
      d="M8 8h8M8 12h5M8.500 16.500l1.800 1.800 3.700-3.800"
      fill="none"
      stroke="var(--sheet)"
      stroke-width="1.700"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
`;
