/** `/forms/ID/waiting`: shows and deletes the people on the waiting list of a form. Its limits turn the list on and off. */
import { formOverview } from "../../../../forms/overview.ts";
import {
  clearWaitingList,
  countWaiting,
  listWaiting,
  WAITING_PAGE,
} from "../../../../responses/waiting/waiting-list.ts";
import { UTC } from "../../../../texts/time-zone.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { waitingPage } from "../../views/forms/waiting.ts";
import { action } from "../actions.ts";

export async function showWaitingList(request: OwnerRequest, formId: string): Promise<Response> {
  const { c, t, site, account } = request;
  const { db } = site.storage;
  // An invented page is the first one.
  const page = Number(/^[1-9]\d{0,3}$/.exec(c.req.query("page") ?? "")?.[0] ?? 1);
  const skipped = (page - 1) * WAITING_PAGE;
  const people = await listWaiting(db, account.id, formId, skipped);
  const form = await formOverview(site.storage, account.id, formId, false);
  const count = await countWaiting(db, formId);
  const main = waitingPage({
    t,
    form,
    zone: account.time_zone ?? UTC,
    count,
    people,
    skipped,
    next: count > skipped + people.length ? `/forms/${formId}/waiting?page=${page + 1}` : undefined,
  });
  return request.reply({ title: `${t.say("wait_list_title")}: ${form.title}`, main });
}

export const postWaitingList = action(async ({ site, account }, formId) => {
  await clearWaitingList(site.storage, account.id, formId);
  return "waiting_cleared";
}, "waiting");
