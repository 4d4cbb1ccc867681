/** Links in mails: each proves that its user reads the mails of an address, once, for one purpose. */
import { hash, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";

export type LinkPurpose = Schema["mailed_links"]["purpose"];
export type MailedLink = Readonly<Selectable<Schema["mailed_links"]>>;

const MINUTE_MS = 60_000;

/** A link that gives access at once lives for minutes; one that waits for a newcomer may lie in a mailbox overnight. */
export const LINK_MINUTES: Readonly<Record<LinkPurpose, number>> = {
  sign_up: 24 * 60,
  sign_in: 20,
  reset_password: 60,
  change_email: 24 * 60,
  delete_account: 60,
};

export interface NewLink {
  readonly purpose: LinkPurpose;
  /** The recipient's address, normalised. */
  readonly email: string;
  /** Null: it makes an account. */
  readonly accountId: string | null;
  /** Minutes, where it lives longer or shorter than others of its purpose. */
  readonly minutes?: number;
}

/** Stores a link. @returns its secret, which cannot be read again later */
export async function makeLink(queries: Queries, link: NewLink, now: Date): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const { purpose, email, accountId, minutes = LINK_MINUTES[purpose] } = link;
  await queries
    .insertInto("mailed_links")
    .values({
      hash: hashSecret(secret),
      purpose,
      email,
      account_id: accountId,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + minutes * MINUTE_MS).toISOString(),
    })
    .execute();
  return secret;
}

/** The link with this secret, which stays as it is: programs that scan mails open links, too. */
export async function findLink(queries: Queries, secret: string, now: Date): Promise<MailedLink | undefined> {
  return queries
    .selectFrom("mailed_links")
    .selectAll()
    .where("hash", "=", hashSecret(secret))
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
}

/** Uses the link up: of several that use it at once, one gets it. */
export async function useLink(queries: Queries, secret: string, now: Date): Promise<MailedLink | undefined> {
  return queries
    .deleteFrom("mailed_links")
    .where("hash", "=", hashSecret(secret))
    .where("expires_at", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();
}

/** Ends all links of an account, such as when its address or password changes. */
export async function endLinks(queries: Queries, accountId: string): Promise<void> {
  await queries.deleteFrom("mailed_links").where("account_id", "=", accountId).execute();
}

/** 256 random bits need no salt and no slow hash. */
function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}
