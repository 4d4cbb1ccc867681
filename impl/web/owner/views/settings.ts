/** The frame of the settings: a list of their parts beside the content. */
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";

const PARTS = [
  ["/settings/integrations", "settings_integrations"],
  ["/settings/subscription", "settings_subscription"],
  ["/settings/account", "settings_account"],
] as const;

/** Draws the frame. @param path the path of the shown part */
export function settingsFrame(t: OwnerTranslation, path: string, main: Html): Html {
  const parts = PARTS.map(
    ([address, name]) =>
      html`<li><a href="${address}"${address === path && html` aria-current="page"`}>${t.say(name)}</a></li>`,
  );
  return html`
    <div class="settings">
      <nav class="settings-nav" aria-label="${t.say("settings_nav")}"><ul>${parts}</ul></nav>
      <div class="content">${main}</div>
    </div>
  `;
}
