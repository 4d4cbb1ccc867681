/** `/forms/ID/waiting`: turns the waiting list of a form on or off, or deletes the people on it. */
import { clearWaitingList, setWaitingList } from "../../../../responses/waiting/waiting-list.ts";
import type { FormValues } from "../../../form-body.ts";
import { seeOther } from "../../../reply.ts";
import type { Action } from "../actions.ts";
import { type Done, doneAddress } from "../done.ts";
import { replyRefused, tabPath } from "../overview.ts";
import { PageRefusal } from "../refusal-text.ts";
import { audit, handleRefusal } from "../refused.ts";

export const postWaitingList: Action = (request, formId, values: FormValues) => {
  const { site, account, t, c } = request;
  const change = async (): Promise<Done> => {
    if (values.get("clear") === "yes") {
      await clearWaitingList(site.storage, account.id, formId);
      return "waiting_cleared";
    }
    const wish = values.get("waiting");
    if (wish !== "on" && wish !== "off") throw new PageRefusal(t.say("refused_detail_other"));
    await setWaitingList(site, account.id, formId, wish === "on");
    return wish === "on" ? "waiting_on" : "waiting_off";
  };
  return handleRefusal(
    async () => {
      const done = await change();
      audit(request, "waiting", formId, { result: done });
      return seeOther(c, doneAddress(tabPath(formId, "settings"), done));
    },
    (refusal) => replyRefused(request, formId, refusal, { page: "settings" }),
  );
};
