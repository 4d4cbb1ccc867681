import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import type { Site } from "../site.ts";

/** Names the contact for questions about accounts, as the operator has configured it. */
export function contactText({ contact }: Pick<Site, "contact">, t: OwnerTranslation): string {
  return contact === undefined ? t.say("contact_operator") : t.say("contact_at", { contact });
}
