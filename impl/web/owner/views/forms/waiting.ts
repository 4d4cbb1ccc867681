/** The people on the waiting list of a form. Its limits turn the list on and off. */
import type { FormOverview } from "../../../../forms/overview.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { WaitingPerson } from "../../../../responses/waiting/waiting-list.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { toLocalTime, writeZoneName } from "../../../../texts/time-zone.ts";
import { confirmBox } from "../../../components/blocks/disclosure.ts";
import { part } from "../../../components/blocks/part.ts";
import { columnHead, table } from "../../../components/blocks/table.ts";
import { formHead } from "./form-head.ts";
import type { SettingsView } from "./overview-view.ts";
import { olderLink } from "./parts.ts";

/** @returns undefined while the list is not offered and is empty */
export function waitingPart(view: SettingsView): Html | undefined {
  const { t, csrf, form, waiting } = view;
  const { isOn, count } = waiting;
  if (!isOn && count === 0) return undefined;
  const address = `/forms/${form.id}/waiting`;
  return part({
    title: t.say("wait_list_title"),
    id: "waiting",
    content: [
      html`<p>${t.say("wait_list_count", { count })}</p>`,
      count > 0 && html`<p class="open"><a href="${address}">${t.say("wait_list_people")}</a></p>`,
      form.access !== "view" &&
        count > 0 &&
        confirmBox({
          summary: t.say("wait_list_clear"),
          text: t.say("wait_list_clear_text"),
          action: address,
          csrf,
          button: { text: t.say("wait_list_clear_button"), look: "danger" },
        }),
    ],
  });
}

export interface WaitingPageView {
  readonly t: OwnerTranslation;
  readonly form: FormOverview;
  /** The time zone of the account. */
  readonly zone: string;
  /** The number of people on the list. */
  readonly count: number;
  readonly people: readonly WaitingPerson[];
  /** The number of people before them. */
  readonly skipped: number;
  /** The address of the next page. */
  readonly next: string | undefined;
}

export function waitingPage({ t, form, zone, count, people, skipped, next }: WaitingPageView): Html {
  const heads = ["wait_list_place", "wait_list_address", "wait_list_since"] as const;
  const rows = people.map(
    ({ email, confirmed_at, choice }, at) => html`
      <tr>
        <td class="amount">${t.number(skipped + at + 1)}</td>
        <td class="address">
          ${email}
          ${choice && html`<small>${t.say("wait_list_for", { choice: t.of(choice) })}</small>`}
        </td>
        <td>${t.datetime(toLocalTime(confirmed_at, zone))}</td>
      </tr>
    `,
  );
  return html`
    ${formHead(t, form, "settings")}
    <p class="open"><a href="/forms/${form.id}/settings">${t.say("wait_list_back")}</a></p>
    <h2 class="sub">${t.say("wait_list_title")}</h2>
    <p class="${count === 0 ? "empty" : "soft"}">${t.say("wait_list_count", { count })}</p>
    ${
      people.length > 0 &&
      table({
        className: "people-table",
        caption: t.say("wait_list_title"),
        heads: heads.map((head) => columnHead(t.say(head, { zone: writeZoneName(zone) }))),
        rows,
      })
    }
    ${next !== undefined && olderLink(t.say("wait_list_next"), next)}
  `;
}
