/** The service with published forms and an outbox. */
import type { FormSettings, FormStructure } from "../../../generated/types.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import { insertForm, insertVersion, lockForm } from "../../forms/forms.ts";
import { outbox } from "../../platform/mail/outbox.ts";
import { cheaplyHashed } from "./cheap-password.ts";
import { type ServiceOptions, startService } from "./service.ts";

export interface Publishing {
  readonly status?: "draft" | "published" | "paused" | "archived";
  readonly password?: string;
  readonly settings?: FormSettings;
}

/** The service with forms that strangers can open, and the mails that it sends them. */
export async function publicForms(options: ServiceOptions = {}) {
  const service = await startService(options);
  const { storage, folder, time, publicUrl } = service;
  const mails = outbox(folder, () => "", service.now);
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", time.now);

  /** The address of a new form. */
  async function publish(structure: FormStructure, wish: Publishing = {}): Promise<string> {
    const { status = "published", password, settings } = wish;
    const whole = settings ? { ...structure, settings } : structure;
    const form = await storage.db
      .transaction()
      .execute((transaction) =>
        insertForm(transaction, owner.id, whole, status === "draft" ? "draft" : "published", time.now),
      );
    const hash = password === undefined ? null : cheaplyHashed(password);
    await storage.db
      .updateTable("forms")
      .set({ status, password_hash: hash })
      .where("id", "=", form.id)
      .execute();
    return `${publicUrl}/f/${form.id}`;
  }

  /** Gives a form a new version, as an edit does. */
  async function change(url: string, structure: FormStructure): Promise<void> {
    const id = new URL(url).pathname.split("/").at(-1)!;
    await storage.db.transaction().execute(async (transaction) => {
      const version = (await lockForm(transaction, id))!.version + 1;
      await insertVersion(transaction, { id, version }, structure, time.now);
      await transaction.updateTable("forms").set({ version }).where("id", "=", id).execute();
    });
  }

  /** The newest mail. */
  async function mail() {
    const [newest] = await mails.list();
    if (newest === undefined) throw new Error(`No mail has been sent: ${JSON.stringify(service.logged)}`);
    const [, code = ""] = /\b(\d{6})\b/.exec(newest.text) ?? [];
    const [link = ""] = /http\S+/.exec(newest.text) ?? [];
    return { ...newest, code, link };
  }

  return {
    ...service,
    publish,
    change,
    mails,
    mail,
    responses: () => storage.db.selectFrom("responses").selectAll().execute(),
    later(milliseconds: number) {
      time.now = new Date(time.now.getTime() + milliseconds);
    },
  };
}
