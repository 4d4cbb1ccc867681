/** Owners who are signed in to the attacked service, in a browser without scripts. */
import { setTimeout as delay } from "node:timers/promises";
import { outbox } from "../../impl/platform/mail/outbox.ts";
import { learner } from "../../impl/test/support/learner.ts";
import type { Entries, Page } from "../../impl/test/support/visitor.ts";
import type { World } from "./world.ts";

export interface SignedIn {
  /** The value of the cookie. */
  readonly session: string;
  open(path: string): Promise<Page>;
  /** Opens a page and sends the form on it that has this address. */
  send(path: string, action: string, entries: Entries): Promise<Page>;
}

/** Signs in by a link that is mailed; the account exists. */
export async function signIn({ origin, folder }: World, email: string): Promise<SignedIn> {
  const browser = learner();
  const entry = await browser.open(`${origin}/sign-in`);
  await browser.submit(entry, 0, { email, go: "link" });
  const mails = outbox(
    folder,
    () => "",
    () => new Date(),
  );
  let path: string | undefined;
  for (let waited = 0; waited < 100 && path === undefined; waited += 1) {
    const mail = (await mails.list()).find(({ to }) => to === email);
    path = /http\S+?(\/link\/[\w-]+)/.exec(mail?.text ?? "")?.[1];
    await delay(100);
  }
  await browser.submit(await browser.open(origin + path), 0, {});
  const open = (address: string) => browser.open(origin + address);
  return {
    session: browser.jar.get("session /")!.value,
    open,
    async send(address, action, entries) {
      const page = await open(address);
      const actions = [...page.html.matchAll(/<form[^>]*action="([^"]*)"/g)].map(([, one]) => one);
      return browser.submit(page, actions.indexOf(action), entries);
    },
  };
}
