/** The people on the waiting list of a form. Its limits turn the list on and off. */
import { type Html, html } from "../../../../platform/html.ts";
import { confirmBox, disclosure } from "../../../components/blocks/disclosure.ts";
import { part } from "../../../components/blocks/part.ts";
import { row, rowList } from "../../../components/blocks/rows.ts";
import type { SettingsView } from "./overview-view.ts";

/** @returns undefined while the list is not offered and nobody waits */
export function waitingPart(view: SettingsView): Html | undefined {
  const { t, csrf, form, waiting } = view;
  const { isOn, count } = waiting;
  if (!isOn && count === 0) return undefined;
  const mayEdit = form.access !== "view";
  return part({
    title: t.say("wait_list_title"),
    id: "waiting",
    content: [
      html`<p>${t.say("wait_list_count", { count })}</p>`,
      count > 0 && peoplePart(t, waiting),
      mayEdit &&
        count > 0 &&
        confirmBox({
          summary: t.say("wait_list_clear"),
          text: t.say("wait_list_clear_text"),
          action: `/forms/${form.id}/waiting`,
          csrf,
          button: { text: t.say("wait_list_clear_button"), look: "danger" },
        }),
    ],
  });
}

/** Draws the first people of the list, in its order. */
function peoplePart(t: SettingsView["t"], { count, first }: SettingsView["waiting"]): Html {
  const rows = first.map(({ email, confirmed_at }) =>
    row({
      title: html`<b>${email}</b>`,
      text: t.say("wait_list_since", { date: t.datetime(confirmed_at.slice(0, 16)) }),
    }),
  );
  const more = count - first.length;
  return disclosure({
    summary: t.say("wait_list_people"),
    content: [
      rowList(rows, "people"),
      more > 0 && html`<p class="soft">${t.say("wait_list_more", { count: more })}</p>`,
    ],
  });
}
