/** A service with accounts that sign in by password, by link or not at all, and a stranger who tries their addresses. */
import { ensureAccount } from "../../accounts/accounts.ts";
import { hashPassword } from "../../accounts/passwords.ts";
import { storePassword } from "../../accounts/sign-in/sessions.ts";
import { ownerPages } from "./owner.ts";

export const HOLDERS = ["with-password", "by-link", "locked", "no-account"] as const;
type Holder = (typeof HOLDERS)[number];
/** Equally long, so that lengths of answers can be compared. */
export const addressOf = (holder: Holder) => `${holder.padEnd(13, "x")}@example.org`;

export async function serviceWithHolders() {
  const service = await ownerPages();
  const { storage, now } = service;
  for (const holder of HOLDERS.slice(0, 3)) {
    const { id } = await ensureAccount(storage.db, addressOf(holder), "trial", now());
    if (holder !== "by-link")
      await storePassword(storage.db, id, await hashPassword("the right words"), now());
    if (holder === "locked")
      await storage.db
        .updateTable("accounts")
        .set({ locked_at: now().toISOString() })
        .where("id", "=", id)
        .execute();
  }
  /** Sends a form as a stranger's browser does. */
  const send = async (path: string, holder: Holder, entries: Record<string, string>) => {
    const email = addressOf(holder);
    const response = await fetch(`${service.publicUrl}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: service.publicUrl },
      body: new URLSearchParams({ email, ...entries }),
    });
    const headers = [...response.headers].filter(([name]) => name !== "date");
    const html = (await response.text()).replaceAll(email, "ADDRESS");
    return { status: response.status, headers, html };
  };
  return { ...service, send };
}
