/** `/forms/ID/waiting`: deletes the people on the waiting list of a form. Its limits turn the list on and off. */
import { clearWaitingList } from "../../../../responses/waiting/waiting-list.ts";
import { action } from "../actions.ts";

export const postWaitingList = action(async ({ site, account }, formId) => {
  await clearWaitingList(site.storage, account.id, formId);
  return "waiting_cleared";
}, "waiting");
