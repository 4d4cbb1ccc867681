/** The waiting list of a form: whether it is offered, and who is on it. */
import { type Html, html } from "../../../../platform/html.ts";
import { confirmBox, disclosure } from "../../../components/blocks/disclosure.ts";
import { part } from "../../../components/blocks/part.ts";
import { row, rowList } from "../../../components/blocks/rows.ts";
import { onOff } from "./mails.ts";
import type { SettingsView } from "./overview-view.ts";

export function waitingPart(view: SettingsView): Html {
  const { t, csrf, form, waiting } = view;
  const { isOn, count } = waiting;
  const mayEdit = form.access !== "view";
  return part({
    title: t.say("wait_list_title"),
    id: "waiting",
    content: [
      mayEdit &&
        onOff(view, {
          action: "waiting",
          name: "waiting",
          label: t.say("wait_list_label"),
          hint: t.say("wait_list_text"),
          isOn,
        }),
      isOn && form.password_hash !== null && html`<p class="hint">${t.say("wait_list_password")}</p>`,
      (isOn || count > 0) && html`<p>${t.say("wait_list_count", { count })}</p>`,
      count > 0 && peoplePart(t, waiting),
      mayEdit &&
        count > 0 &&
        confirmBox({
          summary: t.say("wait_list_clear"),
          text: t.say("wait_list_clear_text"),
          action: `/forms/${form.id}/waiting`,
          csrf,
          button: { text: t.say("wait_list_clear_button"), look: "danger", name: "clear", value: "yes" },
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
