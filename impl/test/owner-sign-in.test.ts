import { expect, test } from "vitest";
import { ownerPages } from "./owner.ts";

const password = "four random words here";

test("a newcomer signs up by a mailed link, signs out, and in again by password", async () => {
  const service = await ownerPages();
  const ada = service.browser();
  const sent = await ada.send(await ada.open("/sign-up"), "/sign-up", { email: " Ada@example.org" });
  expect(sent.html).toContain("Check your email");
  const link = await service.mailedLink("ada@example.org");
  const forms = await ada.send(await ada.open(link), link, { password });
  expect(forms.url).toBe(`${service.publicUrl}/forms`);
  expect(forms.html).toContain("ada@example.org");
  const out = await ada.send(forms, "/sign-out");
  expect(new URL(out.url).pathname).toBe("/");
  expect((await ada.open("/forms")).url).toBe(`${service.publicUrl}/sign-in`);
  const page = await ada.open("/settings/account");
  expect(page.url).toBe(`${service.publicUrl}/sign-in?next=%2Fsettings%2Faccount`);
  const wrong = await ada.send(page, "/sign-in", { email: "ada@example.org", password: "something else" });
  expect([wrong.status, ada.cookie("session")]).toEqual([403, undefined]);
  const right = await ada.send(wrong, "/sign-in", { email: "ada@example.org", password });
  expect(right.url).toBe(`${service.publicUrl}/settings/account`);
});

test("the mailed link signs in, and a new password ends the other sessions", async () => {
  const service = await ownerPages();
  const old = await service.signIn();
  const ada = service.browser();
  await ada.send(await ada.open("/sign-in"), "/sign-in", { email: "ada@example.org", go: "link" });
  const link = await service.mailedLink("ada@example.org");
  expect((await ada.send(await ada.open(link), link)).url).toBe(`${service.publicUrl}/forms`);
  expect((await ada.open(link)).status).toBe(410);
  const other = service.browser();
  await other.send(await other.open("/forgot-password"), "/forgot-password", { email: "ada@example.org" });
  const reset = await service.mailedLink("ada@example.org");
  const short = await other.send(await other.open(reset), reset, { password: "short" });
  expect([short.status, short.html.includes("at least 10 characters")]).toEqual([422, true]);
  expect((await other.send(short, reset, { password })).url).toBe(`${service.publicUrl}/forms`);
  for (const signedOut of [old, ada]) expect((await signedOut.open("/forms")).url).toMatch(/\/sign-in$/);
});
