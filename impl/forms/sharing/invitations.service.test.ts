/** Sharing as people meet it: mails to whom a form is shared with, invitations, what agents read of both, and how both end. */
import { expect, test } from "vitest";
import { limits } from "../../../generated/limits.ts";
import { removeExpired } from "../../responses/retention/remove-expired.ts";
import { ownerPages } from "../../test/support/owner.ts";
import type { ServiceOptions } from "../../test/support/service.ts";
import { failureCode } from "../../test/support/wire.ts";
import { addShareMail } from "./share-mails.ts";

const DAY_MS = 86_400_000;

async function world(options: ServiceOptions = {}) {
  const service = await ownerPages(options);
  const ada = await service.signIn();
  const { token } = await service.mint();
  const made = await service.call(token, "service_create_form", {
    prompt: "Name",
    title: "Buy at evil.example",
  });
  const id: string = made.structuredContent.form_id;
  const page = `/forms/${id}`;
  return {
    ...service,
    ada,
    token,
    id,
    page,
    share: async (email: string, permission = "edit") =>
      ada.send(await ada.open(page), `${page}/share`, { email, permission }),
    read: async (by = token) =>
      (await service.call(by, "service_get_form", { form_id: id })).structuredContent,
    mailsTo: async (email: string) => (await service.mails.list()).filter(({ to }) => to === email),
  };
}

test("mails an account that gets access once, with the owner and without the title; agents of admins see who has access", async () => {
  const { signIn, mint, call, share, read, nextMail, mailsTo, publicUrl, page, token, id } = await world();
  await signIn("bob@example.org");
  expect((await share("Bob@example.org", "view")).html).toContain("The person gets a mail");
  const { subject, text } = await nextMail("bob@example.org");
  expect(subject).toBe(`A form was shared with you at ${new URL(publicUrl).host}`);
  expect(text).toContain("ada@example.org shares a form with you");
  expect(text).toContain("you may look at it");
  expect(text).toContain(`${publicUrl}${page}`);
  expect(text).not.toContain("evil");
  const bob = (await mint({ email: "bob@example.org" })).token;
  expect((await read()).shared_with).toEqual([
    { email: "bob@example.org", permission: "view", invited: false },
  ]);
  expect(await read(bob)).not.toHaveProperty("shared_with");
  const wish = { form_id: id, email: "bob@example.org", permission: "admin" };
  expect((await call(token, "service_share_form", wish)).structuredContent.result).toBe("updated");
  expect((await read(bob)).shared_with).toEqual([
    { email: "bob@example.org", permission: "admin", invited: false },
  ]);
  await share("bob@example.org", "edit");
  expect(await mailsTo("bob@example.org")).toHaveLength(1);
});

test("an address without an account is invited from the page, and has the form as soon as it has an account", async () => {
  const { share, read, nextMail, browser, publicUrl, id, token, call, page, mailsTo } = await world();
  const refused = await call(token, "service_share_form", {
    form_id: id,
    email: "new@example.org",
    permission: "edit",
  });
  expect(failureCode(refused)).toBe("share_target_not_admin");
  expect(refused.content[0]?.text).toContain(`${publicUrl}${page}#people`);
  expect(await mailsTo("new@example.org")).toEqual([]);
  const shared = await share("new@example.org");
  expect(shared.html).toContain("an invitation is mailed");
  expect(shared.html).toContain("no account yet");
  expect((await read()).shared_with).toEqual([
    { email: "new@example.org", permission: "edit", invited: true },
  ]);
  const { text } = await nextMail("new@example.org");
  expect(text).toContain("ada@example.org wants to share a form with you");
  expect(text).toContain("The link works for 7 days, once.");
  expect(text).not.toContain("evil");
  const [, path = ""] = /http\S+?(\/link\/[\w-]+)/.exec(text) ?? [];
  const newcomer = browser();
  const forms = await newcomer.send(await newcomer.open(path), path, { password: "four random words here" });
  expect(forms.html).toContain(`/forms/${id}/edit`);
  expect((await read()).shared_with).toEqual([
    { email: "new@example.org", permission: "edit", invited: false },
  ]);
});

test("an invitation counts as one of the day's refusals, can be withdrawn, and ends after 30 days", async () => {
  const { share, read, ada, page, token, call, id, storage, files, now } = await world();
  await share("new@example.org");
  await ada.send(await ada.open(page), `${page}/unshare`);
  expect((await read()).shared_with).toEqual([]);
  for (let n = 2; n <= limits.share_refusals.max; n += 1) await share(`new${n}@example.org`);
  expect((await share("another@example.org")).status).toBe(429);
  const wish = { form_id: id, email: "another@example.org", permission: "view" };
  expect(failureCode(await call(token, "service_share_form", wish))).toBe("quota_exceeded");
  expect((await read()).shared_with).toHaveLength(limits.share_refusals.max - 1);
  const clock = () => new Date(now().getTime() + 31 * DAY_MS);
  await removeExpired({ storage, files, clock });
  expect((await read()).shared_with).toEqual([]);
});

test("without sign-up there are no invitations, and the refusals say so", async () => {
  const { share, call, token, id, read } = await world({ environment: { SIGNUP: "closed" } });
  const refused = await share("new@example.org");
  expect([
    refused.status,
    refused.html.includes("only the operator of this service can make new accounts"),
  ]).toEqual([422, true]);
  const wish = { form_id: id, email: "new@example.org", permission: "edit" };
  const [said] = (await call(token, "service_share_form", wish)).content;
  expect(said?.text).toContain("Accounts are made by the operator of the service only");
  expect((await read()).shared_with).toEqual([]);
});

test("an account gets at most 20 mails a day about shares, and one a day about a form", async () => {
  const { storage, now, signIn, id } = await world();
  await signIn("bob@example.org");
  const { id: bob } = await storage.db
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", "bob@example.org")
    .executeTakeFirstOrThrow();
  const wanted = Array.from({ length: 25 }, (_, n) => (n < 2 ? id : `frm_${n}`));
  // In one transaction, since a worker ends a mail about a form to which the account has no access.
  const jobs = await storage.db.transaction().execute(async (transaction) => {
    for (const sharedId of wanted) await addShareMail(transaction, { sharedId, accountId: bob }, now());
    return transaction.selectFrom("jobs").select("subject").where("kind", "=", "share_mail").execute();
  });
  expect([jobs.length, new Set(jobs.map(({ subject }) => subject)).size]).toEqual([20, 20]);
});
