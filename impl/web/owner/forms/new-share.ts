/** The parts that posts about shares of forms and of folders have in common. */
import type { SharePermission } from "../../../../generated/types.ts";
import { normaliseEmail } from "../../../accounts/email-address.ts";
import type { NewShare } from "../../../forms/sharing/share.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import type { FormValues } from "../../form-body.ts";
import { mailLink } from "../mail-link.ts";
import { waitForMail } from "../mailed-reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import type { EntrySite } from "../reply-entry.ts";
import type { Done } from "./done.ts";
import { PageRefusal } from "./refusal-text.ts";

/** A link in an invitation is valid for a week. */
const INVITATION_MINUTES = 7 * 24 * 60;

/** Reads the address and the permission. @throws PageRefusal */
export function readNewShare(t: OwnerTranslation, values: FormValues): NewShare {
  const wanted = values.get("permission");
  const permission = (["view", "edit", "admin"] as const satisfies readonly SharePermission[]).find(
    (one) => one === wanted,
  );
  const email = normaliseEmail(values.get("email") ?? "");
  if (permission === undefined) throw new PageRefusal(t.say("refused_detail_other"));
  if (email === undefined) throw new PageRefusal(t.say("email_wrong"));
  return { email, permission };
}

/** Mails an invitation with a link that makes the account. */
export async function mailInvitation(
  { c, site, account, t }: OwnerRequest<keyof EntrySite>,
  email: string,
  why: "invited" | "invited_folder",
): Promise<Done> {
  if ((await waitForMail(c, site, email)) !== undefined) return "invited_unmailed";
  const link = { purpose: "sign_up", email, accountId: null, minutes: INVITATION_MINUTES } as const;
  site.background.run("mail an invitation", () => mailLink(site, t, link, why, account.email));
  return "invited";
}
