/** Puts people on a waiting list: an address that nobody has confirmed by the mailed link is on none, and goes after a day. */
import { randomBytes } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import type { Language } from "../../../generated/types.ts";
import { lockForm } from "../../forms/forms.ts";
import { UNCONFIRMED_RESPONSES } from "../../platform/config/uploads.ts";
import { newId } from "../../platform/ids.ts";
import { ensureJob, hastenJob } from "../../platform/jobs/jobs.ts";
import type { WaitingFor } from "../../platform/storage/schema/waiting.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { hasRoomForResponse } from "../unsent.ts";
import { hashLinkSecret } from "../verification.ts";
import { countWaiting, hasWaitingList, MAX_WAITING } from "./waiting-list.ts";

/** How long an address waits for its confirmation. */
export const UNCONFIRMED_WAITING_MS = 24 * 3_600_000;
const RESEND_INTERVAL_MS = 60_000;
/** About the size of a row; triggers count as much for each. */
const ROW_BYTES = 500;

/** People who wait for the form, not for one of its choices. */
const FORM: WaitingFor = { field_id: "", choice_id: "" };

type Parts = Pick<Stores, "storage" | "clock">;

/** A person who asks to be told. */
interface WaitingWish {
  /** Undefined: that the form takes answers. */
  readonly choice?: WaitingFor | undefined;
  readonly formId: string;
  /** Normalised. */
  readonly email: string;
  readonly language: Language;
  /** The network of the client. It is stored until the address is confirmed or removed. */
  readonly network: string;
}

/**
 * The secret of the link for the mail. `sent`: the last mail is less than a minute old; `full`: there are enough people, or too
 * much waits for a confirmation; `off`: the form has no list any more.
 */
type Asked = { readonly secret: string } | "sent" | "full" | "off";

/**
 * Stores an address that is to be confirmed. An address that is on the list gets a new mail, too, so neither the page nor the
 * time of the answer tells who is on it.
 */
export async function askToWait({ storage, clock }: Parts, wish: WaitingWish): Promise<Asked> {
  return storage.db.transaction().execute(async (transaction) => {
    const form = await lockForm(transaction, wish.formId);
    if (form === undefined || !(await hasWaitingList(transaction, wish.formId))) return "off";
    // Both are checked for everybody: a refusal of new addresses alone would tell which are known.
    const source = { formId: wish.formId, network: wish.network, limits: UNCONFIRMED_RESPONSES };
    const isFull = (await countWaiting(transaction, wish.formId)) >= MAX_WAITING;
    if (isFull || !(await hasRoomForResponse(transaction, source, ROW_BYTES))) return "full";
    const now = clock();
    const known = await findPerson(transaction, wish);
    if (known && Date.parse(known.asked_at) + RESEND_INTERVAL_MS > now.getTime()) return "sent";
    const secret = randomBytes(32).toString("base64url");
    await storeLink(transaction, wish, hashLinkSecret(secret), now);
    return { secret };
  });
}

function findPerson(queries: Queries, { formId, email, choice = FORM }: WaitingWish) {
  return queries
    .selectFrom("waiting_people")
    .select("asked_at")
    .where("form_id", "=", formId)
    .where("email", "=", email)
    .where("field_id", "=", choice.field_id)
    .where("choice_id", "=", choice.choice_id)
    .executeTakeFirst();
}

/** A new link replaces the one before; a person who has confirmed keeps the place. */
async function storeLink(
  transaction: Transaction<Schema>,
  { formId, email, choice = FORM, language, network }: WaitingWish,
  linkHash: string,
  now: Date,
): Promise<void> {
  const asked = { link_hash: linkHash, asked_at: now.toISOString() };
  await transaction
    .insertInto("waiting_people")
    .values({
      id: newId("wtp"),
      form_id: formId,
      ...choice,
      email,
      language,
      network,
      confirmed_at: null,
      failed_at: null,
      ...asked,
    })
    .onConflict((conflict) =>
      conflict.columns(["form_id", "email", "field_id", "choice_id"]).doUpdateSet(asked),
    )
    .execute();
}

/** Lets the next mail be sent at once, after one that failed. */
export async function allowAsking({ storage }: Pick<Parts, "storage">, secret: string): Promise<void> {
  await storage.db
    .updateTable("waiting_people")
    .set({ asked_at: new Date(0).toISOString() })
    .where("link_hash", "=", hashLinkSecret(secret))
    .execute();
}

/** The person behind the link of a mail. */
type LinkedPerson = Selectable<Schema["waiting_people"]>;

/** Undefined: the link was replaced, its time is over, or the person has been told or has left. */
export async function findWaiting(
  queries: Queries,
  secret: string,
  now: Date,
): Promise<LinkedPerson | undefined> {
  const person = await queries
    .selectFrom("waiting_people")
    .selectAll()
    .where("link_hash", "=", hashLinkSecret(secret))
    .executeTakeFirst();
  const earliest = new Date(now.getTime() - UNCONFIRMED_WAITING_MS).toISOString();
  return person && (person.confirmed_at !== null || person.asked_at > earliest) ? person : undefined;
}

/** Puts the person behind a link on the list. @returns false: see `findWaiting` */
export async function confirmWaiting({ storage, clock }: Parts, secret: string): Promise<boolean> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    const person = await findWaiting(transaction, secret, now);
    const form = person && (await lockForm(transaction, person.form_id));
    if (form === undefined) return false;
    // The job is locked before the row: a worker that is about to end it sees the person.
    const job = { accountId: form.owner_id, kind: "waiting_list", subject: form.id } as const;
    await ensureJob(transaction, job, now, now);
    await hastenJob(transaction, job, now);
    const { numUpdatedRows } = await transaction
      .updateTable("waiting_people")
      .set(({ fn, val }) => ({
        confirmed_at: fn.coalesce("confirmed_at", val(now.toISOString())),
        network: null,
      }))
      .where("link_hash", "=", hashLinkSecret(secret))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/** Deletes the person behind a link. */
export async function leaveWaiting({ storage }: Pick<Parts, "storage">, secret: string): Promise<void> {
  await storage.db.deleteFrom("waiting_people").where("link_hash", "=", hashLinkSecret(secret)).execute();
}
