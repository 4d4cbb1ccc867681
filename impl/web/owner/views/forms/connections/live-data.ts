/** The live address of a form's responses for spreadsheets: its part of the page, and the page that shows it once. */
import { type Html, html } from "../../../../../platform/html.ts";
import type { LiveAddress } from "../../../../../responses/live/live-addresses.ts";
import { confirmBox } from "../../../../components/blocks/disclosure.ts";
import { factList } from "../../../../components/blocks/facts.ts";
import { part } from "../../../../components/blocks/part.ts";
import { checkBox } from "../../../../components/controls/boxes.ts";
import { actions, button, linkButton } from "../../../../components/controls/buttons.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { showOrSignInAgain } from "../../sign-in-again.ts";
import { copyable } from "../../snippets.ts";
import { formHead } from "../form-head.ts";
import type { Frame } from "./parts.ts";

export interface LiveView extends Frame {
  /** The address of a new sign-in; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  /** Undefined: the form has no live address. */
  readonly live: LiveAddress | undefined;
}

export function livePart(view: LiveView): Html {
  const { t, csrf, again, live } = view;
  const action = actionOf(view);
  const make = postForm({
    action,
    csrf,
    className: "stack",
    content: [
      addressesBox(view),
      actions(button({ text: t.say("live_make"), look: "quiet", name: "action", value: "make" })),
    ],
  });
  return part({
    title: t.say("live_title"),
    id: "live",
    content: html`
      <p class="soft">${t.say("live_text")}</p>
      ${live === undefined ? showOrSignInAgain(t, again, make) : isOn(view, live)}
    `,
  });
}

function isOn(view: LiveView, live: LiveAddress): Html {
  const { t, csrf, again } = view;
  const action = actionOf(view);
  const renew = confirmBox({
    summary: t.say("live_renew"),
    text: t.say("live_renew_text"),
    action,
    csrf,
    fields: addressesBox(view, live.withAddresses),
    button: { text: t.say("live_renew_button"), look: "quiet", name: "action", value: "make" },
  });
  return html`
    ${factList(
      [
        [t.say("hook_made"), t.time(live.createdAt)],
        [t.say("live_by"), live.madeBy],
        [t.say("responses_title"), t.say(live.withAddresses ? "hook_answers_all" : "hook_answers_only")],
        [t.say("live_read"), live.lastReadAt === null ? t.say("live_read_never") : t.time(live.lastReadAt)],
      ],
      "facts across",
    )}
    ${!live.isWorking && html`<p class="notice">${t.say("live_idle", { email: live.madeBy })}</p>`}
    ${showOrSignInAgain(t, again, renew)}
    ${postForm({
      action,
      csrf,
      content: actions(
        button({ text: t.say("live_remove"), look: "danger", name: "action", value: "remove" }),
      ),
    })}
  `;
}

function addressesBox({ t }: LiveView, isChecked = false): Html {
  return html`
    <div>
      ${checkBox({ name: "addresses", value: "yes", text: t.say("live_addresses"), isChecked })}
      <p class="hint">${t.say("hook_addresses_text")}</p>
    </div>
  `;
}

function actionOf({ form }: LiveView): string {
  return `/forms/${form.id}/connections/live`;
}

/** Draws the page with the address, which no other page shows, ready to paste. */
export function liveMadePage({ t, form }: Omit<Frame, "csrf">, address: string): Html {
  return html`
    ${formHead(t, form, "settings")}
    <h2 class="sub">${t.say("live_made_title")}</h2>
    <p class="lead">${t.say("live_made_text")}</p>
    <section class="part panel secret">
      <h2>Google Sheets</h2>
      <p class="soft">${t.say("live_formula_text")}</p>
      ${copyable(t, `=IMPORTDATA("${address}")`)}
    </section>
    <section class="part panel secret">
      <h2>Excel · LibreOffice · Power BI</h2>
      <p class="soft">${t.say("live_plain_text")}</p>
      ${copyable(t, address)}
    </section>
    ${actions(
      linkButton({
        text: t.say("live_made_done"),
        look: "main",
        address: `/forms/${form.id}/connections`,
      }),
    )}
  `;
}
