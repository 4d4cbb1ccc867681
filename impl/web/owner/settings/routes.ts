/** The addresses of the settings. */
import { acceptOnly } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import type { OwnerPages } from "../owner-pages.ts";
import { acceptPasskey, postPasskey, postRemove } from "../passkeys.ts";
import { PASSKEYS_PATH } from "../views/passkeys.ts";
import { endOneSession, endOtherSessions, showAccount } from "./account.ts";
import { postEmail, postLanguage, postPassword, postPasswordLink, postTimeZone } from "./credentials.ts";
import { postDeletion, replyDeletion } from "./delete-account.ts";
import { acceptTokenForm, postRevoke, postToken, showIntegrations } from "./integrations.ts";
import { showSubscription } from "./subscription.ts";

export function settingsRoutes(owner: OwnerPages): void {
  owner.get("/settings", ({ c }) => seeOther(c, "/settings/integrations"));
  owner.get("/settings/integrations", showIntegrations);
  owner.post("/settings/integrations", acceptTokenForm, postToken);
  owner.post("/settings/integrations/revoke", acceptOnly("token"), postRevoke);
  owner.get("/settings/subscription", showSubscription);
  owner.get("/settings/account", showAccount);
  owner.post(
    "/settings/account/password",
    acceptOnly("password", "new_password", "end_tokens"),
    postPassword,
  );
  owner.post("/settings/account/password-link", acceptOnly(), postPasswordLink);
  owner.post("/settings/account/email", acceptOnly("new_email", "email_password"), postEmail);
  owner.post("/settings/account/language", acceptOnly("language"), postLanguage);
  owner.post("/settings/account/time-zone", acceptOnly("time_zone"), postTimeZone);
  owner.post(PASSKEYS_PATH, acceptPasskey, postPasskey);
  owner.post(`${PASSKEYS_PATH}/remove`, acceptPasskey, postRemove);
  owner.get("/settings/account/delete", (request) => replyDeletion(request));
  owner.post("/settings/account/delete", acceptOnly("password", "go"), postDeletion);
  owner.post("/settings/account/end-session", acceptOnly("session"), endOneSession);
  owner.post("/settings/account/end-other-sessions", acceptOnly(), endOtherSessions);
}
