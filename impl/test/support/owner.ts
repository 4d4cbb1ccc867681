/** Owners in tests: signed-in browsers without scripts, and the contents of their pages. */
import { ensureAccount } from "../../accounts/accounts.ts";
import { makeLink } from "../../accounts/sign-in/mailed-links.ts";
import { storePassword } from "../../accounts/sign-in/sessions.ts";
import { type Outbox, outbox } from "../../platform/mail/outbox.ts";
import { cheaplyHashed } from "./cheap-password.ts";
import { learner } from "./learner.ts";
import { type ServiceOptions, startService } from "./service.ts";
import type { Entries, Page } from "./visitor.ts";

/** A browser without scripts, with its cookies. */
export function ownerBrowser(publicUrl: string) {
  const { open, submit, jar, received } = learner();
  return {
    jar,
    received,
    open: (path: string, headers: Record<string, string> = {}) =>
      open(new URL(path, publicUrl).href, headers),
    /** Sends the form whose address is `action`, with all that stands in it. */
    send(page: Page, action: string, entries: Entries = {}): Promise<Page> {
      const which = [...page.html.matchAll(/<form[^>]*action="([^"]*)"/g)].findIndex(
        ([, one]) => one === action,
      );
      return submit(page, which, entries);
    },
    /** The value of a cookie. */
    cookie: (name: string) => jar.get(`${name} /`)?.value,
  };
}

export type OwnerBrowser = ReturnType<typeof ownerBrowser>;

/** The service, with owners that are signed in. */
export async function ownerPages(options: ServiceOptions = {}) {
  const service = await startService(options);
  const mails: Outbox = outbox(service.folder, () => "", service.now);
  const browser = () => ownerBrowser(service.publicUrl);

  /** A browser that is signed in; the account is made if there is none. */
  async function signIn(email = "ada@example.org"): Promise<OwnerBrowser> {
    const account = await ensureAccount(service.storage.db, email, "trial", service.now());
    const link = { purpose: "sign_in", email, accountId: account.id } as const;
    const secret = await makeLink(service.storage.db, link, service.now());
    const one = browser();
    await one.send(await one.open(`/link/${secret}`), `/link/${secret}`);
    return one;
  }

  /** The same for an account with a password. */
  async function signInWithPassword(email: string, password: string): Promise<OwnerBrowser> {
    const account = await ensureAccount(service.storage.db, email, "trial", service.now());
    await service.storage.db
      .transaction()
      .execute(async (transaction) =>
        storePassword(transaction, account.id, cheaplyHashed(password), service.now()),
      );
    return signIn(email);
  }

  const seen = new Set<string>();

  /** The next mail to an address that no call has returned before, once it has been sent. */
  async function nextMail(email: string) {
    for (;;) {
      const mail = (await mails.list()).find(({ id, to }) => to === email && !seen.has(id));
      if (mail !== undefined) {
        seen.add(mail.id);
        return mail;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The path of the link in the next mail to an address. */
  async function mailedLink(email: string): Promise<string> {
    const { text } = await nextMail(email);
    const [, path] = /http\S+?(\/link\/[\w-]+)/.exec(text) ?? [];
    if (path === undefined) throw new Error(`No link in ${text}`);
    return path;
  }

  return { ...service, mails, browser, signIn, signInWithPassword, nextMail, mailedLink };
}
