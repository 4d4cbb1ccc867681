/** The language of the owner's pages and mails. */
import type { Account } from "../../accounts/accounts.ts";
import { type OwnerTranslation, ownerLanguages, pageTranslation } from "../../texts/owner/owner-texts.ts";
import type { WebContext } from "../reply.ts";
import { chooseLanguage } from "../respondent/public-form/public-form.ts";

/** Returns the translation in the language of the account, else in the browser's preferred language, with the time zone of the account. */
export function ownerTranslationFor(c: WebContext, account?: Account): OwnerTranslation {
  const chosen = account?.language ?? c.req.query("lang");
  const language = chooseLanguage(ownerLanguages, chosen, c.req.header("accept-language"));
  return pageTranslation(language, account?.time_zone ?? undefined);
}
