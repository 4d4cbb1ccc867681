/** Tests limits of a network, an account and a form that take hundreds and thousands of requests to reach. */
import { expect, test } from "vitest";
import { ensureAccount } from "../accounts/accounts.ts";
import { webLimits } from "../web/limits.ts";
import { waitForMail } from "../web/respondent/confirm/send-mail.ts";
import { learner, taskOn } from "./support/learner.ts";
import { oneField } from "./support/one-field-form.ts";
import { ownerPages } from "./support/owner.ts";
import { publicForms } from "./support/public-forms.ts";
import { publicLessons } from "./support/public-lessons.ts";
import { sendForm, visit } from "./support/visitor.ts";
import { waterLesson } from "./support/water-lesson.ts";

/** Requests that come to nothing, many at a time; each counts before anything of it is read. */
async function hammer(url: string, times: number, body: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < times; sent += 50) {
    const portion = Array.from({ length: Math.min(50, times - sent) }, async () => {
      const response = await fetch(url, { method: "POST", body });
      await response.arrayBuffer();
      return response.status;
    });
    statuses.push(...(await Promise.all(portion)));
  }
  return statuses;
}

test("a network may send two thousand pages an hour", async () => {
  const forms = await publicForms();
  const url = await forms.publish(oneField("Plain", ["en"]));
  const statuses = await hammer(url, 2_000, "no form");
  expect([...new Set(statuses)]).toEqual([422]);
  const page = await visit(url);
  const refused = await fetch(url, { method: "POST", body: "no form" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await refused.text()).toContain("Please wait 60 minutes and try again.");
  expect((await fetch(`${url}/files`, { method: "POST", body: "no form" })).status).toBe(409);
  forms.later(3_600_000 - 1);
  expect((await fetch(url, { method: "POST", body: "no form" })).status).toBe(429);
  forms.later(1);
  expect((await sendForm(page, { address: "ada@example.org", go: "send" })).url).toContain("/sent/");
});

test("a network sends 2,000 answers an hour", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  const statuses = new Set<number>();
  for (let sent = 0; sent < 2_000; sent += 50)
    for (const { status } of await Promise.all(
      Array.from({ length: 50 }, () => fetch(url, { method: "POST", body: "no form" })),
    ))
      statuses.add(status);
  expect([...statuses]).toEqual([422]);
  const refused = await learner().answer(await learner().open(url), "cooling", { answer: "cool" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
});

test("stores at most 200 attempts an hour from one network, and judges the others too", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  const page = await learner().open(url);
  for (let begun = 0; begun < 200; begun++) await learner().answer(page, "cooling", { answer: "cool" });
  const last = learner();
  const judged = await last.answer(page, "cooling", { answer: "cool" });
  expect(taskOn(judged, "cooling").state).toBe("right");
  expect(judged.html).toContain("Your answers cannot be kept at the moment.");
  expect(judged.html).not.toContain("Start over");
  expect([last.jar.size, (await lessons.attempts()).length]).toEqual([0, 200]);
  lessons.later(3_600_000);
  await last.answer(page, "cooling", { answer: "cool" });
  expect(last.jar.size).toBe(1);
});

test("mails to respondents are counted by form, by account, and in a trial by day", async () => {
  const forms = await publicForms();
  const site = { storage: forms.storage, limits: webLimits(forms.storage, forms.now) };
  const trial = await ensureAccount(forms.storage.db, "trial@example.org", "trial", forms.time.now);
  const paid = await ensureAccount(forms.storage.db, "paid@example.org", "business", forms.time.now);
  let sent = 0;
  const send = (id: string, owner_id: string) => {
    sent += 1;
    return waitForMail(site, { id, owner_id }, `p${sent}@example.org`, `network ${sent}`);
  };
  const sendMany = async (count: number, id: string, owner: string) => {
    for (let mail = 0; mail < count; mail += 1) expect(await send(id, owner)).toBeUndefined();
  };
  await sendMany(300, "a", trial.id);
  expect([await send("a", trial.id), await send("b", trial.id)]).toEqual([86_400, 86_400]);
  for (const form of ["c", "d", "e"]) {
    await sendMany(1_000, form, paid.id);
    expect(await send(form, paid.id)).toBe(3_600);
  }
  expect(await send("f", paid.id)).toBe(3_600);
  forms.later(3_600_000);
  expect([await send("c", paid.id), await send("a", trial.id)]).toEqual([undefined, 86_400 - 3_600]);
});

test("limits an account to 600 posts a minute, without affecting others, reading, and the next minute", async () => {
  const service = await ownerPages();
  const [ada, bob] = [await service.signIn(), await service.signIn("bob@example.org")];
  const post = (browser: typeof ada) =>
    fetch(`${service.publicUrl}/settings/account/language`, {
      method: "POST",
      body: new URLSearchParams({ csrf: "wrong" }),
      redirect: "manual",
      headers: { Cookie: `session=${browser.cookie("session")}`, Origin: service.publicUrl },
    });
  const statuses = new Map<number, number>();
  for (let n = 0; n < 605; n += 1) {
    const { status } = await post(ada);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [403, 600],
    [429, 5],
  ]);
  const refused = await post(ada);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("Too many requests");
  expect([(await post(bob)).status, (await ada.open("/forms")).status]).toEqual([403, 200]);
  service.time.now = new Date(service.time.now.getTime() + 60_000);
  expect((await post(ada)).status).toBe(403);
});
