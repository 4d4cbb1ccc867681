/** Live addresses on the wire: what spreadsheets read, who may make them, and when they end. */
import { outputOf } from "@toolwright/runtime/client";
import { expect, test } from "vitest";
import { createClient } from "../../generated/client.ts";
import { findAccount } from "../accounts/accounts.ts";
import { newToken } from "../accounts/tokens/format.ts";
import { bringBackForm } from "../forms/bin/bin.ts";
import { club, liveService, readLive } from "../test/support/live-data.ts";
import { connect } from "../test/support/service.ts";
import { statements } from "../test/support/statements.ts";

test("a spreadsheet reads the confirmed responses in people's words, and the newest with each read", async () => {
  const { make, respond, ada, page, time } = await liveService();
  const answers = { name: "Alan", mail: "alan@example.org", come: true, at: "2026-05-01T18:30" };
  await respond(answers);
  await respond({ name: "Unconfirmed" }, { status: "pending_verification", verified_at: null });
  await respond({ name: "Spam" }, { status: "spam" });
  await respond({ name: "Test" }, { is_test: 1 });
  expect((await ada.open(page)).html).toContain("always the newest 5,000");
  const address = await make();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/live\/twl_\w{49}\.csv$/);
  const first = await readLive(address);
  expect(first.lines).toEqual([
    `\uFEFFSubmitted (UTC),Your name,Will you come?,When,Source,Confirmed (UTC),Status,Language,Version of the form,Response id`,
    expect.stringMatching(
      /^2026-\d\d-\d\d \d\d:\d\d:\d\d,Alan,Yes,2026-05-01 18:30,,2026-\d\d-\d\d \d\d:\d\d:\d\d,Verified,English,1,rsp_\w{22}$/,
    ),
    "",
  ]);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="club.csv"; filename*=UTF-8''club.csv`,
    "cache-control": "private, no-cache",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(first.headers.get("set-cookie")).toBeNull();
  time.now = new Date(time.now.getTime() + 1_000);
  await respond({ name: "Grace" });
  expect((await readLive(address)).text).toContain(",Grace,");
});

test("addresses of respondents are in the table only where the owner chose so", async () => {
  const { make, respond } = await liveService();
  await respond({ name: "Alan", mail: "alan@home.example", source: "alan@example.org" });
  expect((await readLive(await make())).text).not.toContain("@");
  const { lines } = await readLive(await make({ addresses: "yes" }));
  expect(lines[0]).toContain("Submitted (UTC),Email address,Your name,Your address,");
  expect(lines[1]).toContain(",alan@example.org,Alan,alan@home.example,");
});

test("the words are in the language and the zone of the account, else in the language of the page", async () => {
  const { make, respond, storage } = await liveService();
  await respond({ come: true }, { submitted_at: "2026-05-01T12:00:00.000Z" });
  const address = await make();
  const look = async () => (await readLive(address)).lines;
  await storage.db.updateTable("live_addresses").set({ language: "de" }).execute();
  expect((await look())[0]).toContain("Eingegangen (UTC),Your name");
  expect((await look())[1]).toMatch(/^2026-05-01 12:00:00,,Ja,/);
  await storage.db.updateTable("accounts").set({ language: "nl", time_zone: "Europe/Berlin" }).execute();
  expect((await look())[0]).toContain("Verstuurd (Europe/Berlin)");
  expect((await look())[1]).toMatch(/^2026-05-01 14:00:00,,Ja,/);
});

test("an answer that looks like a formula is a text", async () => {
  const { make, respond } = await liveService();
  for (const name of ['=HYPERLINK("http://evil.example")', "+1+1", "@SUM(1)", "-2+3", "\t=1", "a;=1"])
    await respond({ name });
  const { lines } = await readLive(await make());
  const names = lines.slice(1, -1).map((line) => line.split(",").slice(1, -8).join());
  expect(names.toSorted()).toEqual(
    [`"'=HYPERLINK(""http://evil.example"")"`, "'+1+1", "'@SUM(1)", "'-2+3", "'\t'=1", "a;'=1"].toSorted(),
  );
});

test("an unchanged table is answered with 304, and each change of it with another tag", async () => {
  const { make, respond, storage, form } = await liveService();
  const id = await respond({ name: "Alan" });
  const address = await make();
  const tags = new Set<string>();
  const tagOf = async () => (await readLive(address)).headers.get("etag")!;
  const first = await tagOf();
  for (const sent of [first, `W/${first}`, `"other", ${first}`, "*"]) {
    const { status, text, headers } = await readLive(address, { "If-None-Match": sent });
    expect([sent, status, text, headers.get("etag")]).toEqual([sent, 304, "", first]);
  }
  expect((await readLive(address, { "If-None-Match": `"other"` })).status).toBe(200);
  tags.add(first);
  await respond({ name: "Grace" });
  tags.add(await tagOf());
  await storage.db.updateTable("responses").set({ status: "spam" }).where("id", "=", id).execute();
  tags.add(await tagOf());
  const structure = JSON.stringify({ ...club, title: { en: "Choir" } });
  await storage.db
    .insertInto("form_versions")
    .values({ form_id: form.id, version: 2, structure, created_at: form.created_at })
    .execute();
  await storage.db.updateTable("forms").set({ version: 2 }).where("id", "=", form.id).execute();
  tags.add(await tagOf());
  expect(tags.size).toBe(4);
});

test("replaced, removed and invented addresses are one page, whatever they look like", async () => {
  const { make, post, respond, publicUrl, ada, page, logged } = await liveService();
  await respond({ name: "Alan" });
  const first = await make();
  const second = await make();
  expect(second).not.toBe(first);
  expect((await readLive(second)).status).toBe(200);
  const missing = await readLive(`${publicUrl}/live/none`);
  expect(missing.status).toBe(404);
  const invented = `${publicUrl}/live/${newToken("twl_")}.csv`;
  const wrong = [first, invented, `${second}x`, second.slice(0, -4), second.replace("twl_", "twp_")];
  for (const address of wrong) expect(await look(address)).toEqual(await look(`${publicUrl}/live/none`));
  expect((await post({ action: "remove" })).html).toContain("no longer answers");
  expect(await look(second)).toEqual(await look(invented));
  expect((await ada.open(page)).html).toContain("Make the address");
  expect(JSON.stringify(logged)).not.toContain("twl_");

  /** The answer without the date. */
  async function look(address: string) {
    const { status, headers, text } = await readLive(address);
    return [status, text, [...headers].filter(([name]) => name !== "date")];
  }
});

test("the page says when it was last read, by the minute, and never shows the address again", async () => {
  const { make, ada, page, time, storage, form } = await liveService();
  const address = await make();
  const shown = async () => {
    const { html } = await ada.open(page);
    expect(html).not.toContain("twl_");
    return /<dt>Last read<\/dt><dd>([^<]*)</.exec(html)?.[1];
  };
  expect(await shown()).toBe("not yet");
  await readLive(address);
  const readAt = async () =>
    (await storage.db.selectFrom("live_addresses").select("last_read_at").executeTakeFirstOrThrow())
      .last_read_at;
  expect(await readAt()).toBe(time.now.toISOString());
  const first = await shown();
  time.now = new Date(time.now.getTime() + 30_000);
  await readLive(address);
  expect(await shown()).toBe(first);
  time.now = new Date(time.now.getTime() + 3_600_000);
  await readLive(address);
  expect(await shown()).not.toBe(first);
  const row = await storage.db.selectFrom("live_addresses").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(address.slice(-53, -4));
  expect(row.form_id).toBe(form.id);
});

test("forms that are archived, in the bin or deleted do not answer; one that comes back does", async () => {
  const { make, ada, form, storage, respond, now } = await liveService();
  await respond({ name: "Alan" });
  const address = await make();
  const setStatus = (status: "archived" | "paused") =>
    storage.db.updateTable("forms").set({ status }).where("id", "=", form.id).execute();
  await setStatus("archived");
  expect((await readLive(address)).status).toBe(404);
  expect((await ada.open(`/forms/${form.id}/connections`)).html).toContain("does not answer now");
  await setStatus("paused");
  expect((await readLive(address)).status).toBe(200);
  await ada.send(await ada.open(`/forms/${form.id}/settings`), `/forms/${form.id}/delete`);
  expect((await readLive(address)).status).toBe(404);
  const { id } = (await findAccount(storage.db, "ada@example.org"))!;
  await bringBackForm({ storage }, id, form.id, now());
  expect((await readLive(address)).text).toContain("Alan");
  await storage.db.updateTable("accounts").set({ locked_at: now().toISOString() }).execute();
  expect((await readLive(address)).status).toBe(404);
});

test("only owners and admins make one, after a fresh sign-in; it ends with the access of who made it", async () => {
  const { ada, action, page, form, post, storage, signIn, mint, endpoint, publicUrl, nextMail, logged } =
    await liveService();
  const { token } = await mint({ email: "ada@example.org" });
  const agent = createClient(await connect(endpoint, token));
  for (const permission of ["view", "edit"] as const) {
    const browser = await signIn(`${permission}@example.org`);
    outputOf(await agent.shareForm({ form_id: form.id, email: `${permission}@example.org`, permission }));
    expect((await browser.open(page)).status).toBe(403);
    const responses = await browser.open(`/forms/${form.id}/responses`);
    expect(responses.html).not.toContain("connections#live");
    const csrf = /name="csrf" value="([^"]+)"/.exec(responses.html)![1]!;
    for (const wanted of ["make", "remove"]) {
      const sent = await fetch(publicUrl + action, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: publicUrl, Cookie: `session=${browser.cookie("session")}` },
        body: new URLSearchParams({ csrf, action: wanted }),
      });
      expect([permission, wanted, sent.status]).toEqual([permission, wanted, 403]);
    }
  }
  const stranger = await signIn("eve@example.org");
  expect((await stranger.open(page)).status).toBe(404);
  const admin = await signIn("admin@example.org");
  outputOf(await agent.shareForm({ form_id: form.id, email: "admin@example.org", permission: "admin" }));
  const { html } = await post({ action: "make" }, admin);
  const address = /<code translate="no">(http[^<]+)<\/code>/.exec(html)![1]!;
  for (let mail = await nextMail("ada@example.org"); ; mail = await nextMail("ada@example.org"))
    if (mail.text.includes("A secret address was made for a form of yours")) break;
  expect((await readLive(address)).status).toBe(200);
  expect((await ada.open(page)).html).toContain("<dd>admin@example.org</dd>");
  outputOf(await agent.shareForm({ form_id: form.id, email: "admin@example.org", permission: "edit" }));
  expect((await readLive(address)).status).toBe(404);
  expect((await ada.open(page)).html).toContain("admin@example.org no longer manages it");
  const opened = await ada.open(page);
  const created_at = new Date(Date.now() - 16 * 60_000).toISOString();
  await storage.db.updateTable("sessions").set({ created_at }).execute();
  expect((await ada.send(opened, action, { action: "make" })).url).toContain("/sign-in?again");
  await ada.send(await ada.open(page), action, { action: "remove" });
  expect(await storage.db.selectFrom("live_addresses").selectAll().execute()).toEqual([]);
  const actions = logged.flatMap((line) =>
    "action" in line && String(line.action).startsWith("live") ? [line.action] : [],
  );
  expect(actions).toEqual(["live_made", "live_removed"]);
});

/** Statements that read the answers of responses. */
const readsAnswers = (sql: string) => /^select \* from "responses"/.test(sql);

test("readers that come at once, and after each other, share one table while nothing changes", async () => {
  const { make, respond } = await liveService();
  await respond({ name: "Alan" });
  const address = await make();
  const read = statements();
  const tables = await Promise.all(Array.from({ length: 10 }, () => readLive(address)));
  tables.push(await readLive(address));
  expect(new Set(tables.map(({ text }) => text)).size).toBe(1);
  expect(read().filter(readsAnswers)).toHaveLength(1);
  await respond({ name: "Grace" });
  expect((await readLive(address)).text).toContain(",Grace,");
  expect(read().filter(readsAnswers)).toHaveLength(1);
});
