/** `/forms/ID/connections/live`: makes the live address of the responses, replaces it, and removes it. */
import { findFormFor } from "../../../../forms/access.ts";
import { findHeadedForm } from "../../../../forms/overview.ts";
import { makeLiveAddress, removeLiveAddress } from "../../../../responses/live/live-addresses.ts";
import type { FormValues } from "../../../form-body.ts";
import { livePath } from "../../../live-data.ts";
import { seeOther } from "../../../reply.ts";
import { signInAgain } from "../../fresh-sign-in.ts";
import { mailNotice } from "../../mail-link.ts";
import { liveMadePage } from "../../views/forms/connections/live-data.ts";
import { doneAddress } from "../done.ts";
import { refuseOnOverview } from "../overview.ts";
import { audit } from "../refusals.ts";
import type { ConnectionsRequest } from "./place.ts";

export const postLive = refuseOnOverview((request: ConnectionsRequest, formId, values: FormValues) =>
  values.get("action") === "remove" ? remove(request, formId) : make(request, formId, values),
);

async function remove(request: ConnectionsRequest, formId: string): Promise<Response> {
  await removeLiveAddress(request.site.storage, request.account.id, formId);
  audit(request, "live_removed", formId);
  return seeOther(request.c, doneAddress(`/forms/${formId}/connections`, "live_removed"));
}

/** Shows the new address, which no other page does. A form has one: a repeated post makes another, and the last one works. */
async function make(request: ConnectionsRequest, formId: string, values: FormValues): Promise<Response> {
  const { c, t, site, account, reply } = request;
  await findFormFor(site.storage.db, account.id, formId, "admin");
  const again = signInAgain(request, `/forms/${formId}/connections`);
  if (again !== undefined) return seeOther(c, again);
  const withAddresses = values.get("addresses") === "yes";
  const secret = await makeLiveAddress(site, account.id, formId, { withAddresses, language: t.language });
  audit(request, "live_made", formId, { addresses: withAddresses });
  const form = await findHeadedForm(site.storage.db, account.id, formId);
  site.background.run("mail a notice", () => mailNotice(site, t, form.owner_email, "live_made", form.title));
  const address = new URL(livePath(secret), site.formUrls(formId).public).href;
  return reply({
    title: t.say("live_made_title"),
    main: liveMadePage({ t, form }, address),
    scripts: ["copy"],
  });
}
