import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { FormSettings } from "../../generated/types.ts";
import { countVerified, languagesUsed } from "../forms/verified-responses.ts";
import { cv, DAY_MS, label, MINUTE_MS, respondents } from "../test/support/respondents.ts";
import { signUp } from "../test/support/sign-up-form.ts";
import { parseAnswers } from "./responses.ts";
import { eraseRespondent } from "./retention/erase-respondent.ts";
import { removeExpired } from "./retention/remove-expired.ts";
import { issueVerification } from "./verification.ts";

const ada = { name: "Ada" };

test("a response waits for its address to be confirmed, and keeps the version it answered", async () => {
  const { publish, sent, mailed, confirmCode, response, storage, time } = await respondents();
  const form = await publish();
  const id = await sent(form, ada);
  expect(id).toMatch(/^rsp_[0-9A-Za-z]{22}$/);
  expect(await response(id)).toMatchObject({
    status: "pending_verification",
    form_version: 1,
    verified_at: null,
  });
  expect(await countVerified(storage.db, form.id)).toBe(0);
  const { code, email } = await mailed(id);
  expect([code, email]).toEqual([expect.stringMatching(/^\d{6}$/), "ada@example.org"]);
  expect(await confirmCode(id, code)).toEqual({ state: "verified", responseId: id });
  const stored = await response(id);
  expect(stored).toMatchObject({ status: "verified", verified_at: time.now.toISOString() });
  expect(parseAnswers(stored!)).toEqual(ada);
  expect([await countVerified(storage.db, form.id), await languagesUsed(storage.db, form.id)]).toEqual([
    1,
    ["en"],
  ]);
});

test("explains the problem of an answer, and stores nothing", async () => {
  const { publish, send, storage } = await respondents();
  const submitted = await send(await publish(), { name: " " });
  expect(submitted).toEqual({ problems: new Map([["name", { code: "required" }]]) });
  expect(await storage.db.selectFrom("responses").selectAll().execute()).toEqual([]);
});

test("neither code nor link can be read from the database", async () => {
  const { publish, sent, mailed, storage } = await respondents();
  const { code, linkSecret } = await mailed(await sent(await publish(), ada));
  const row = JSON.stringify(await storage.db.selectFrom("verifications").selectAll().execute());
  expect(row).not.toContain(code);
  expect(row).not.toContain(linkSecret);
});

test("a form that is sent twice, even at the same time, is one response", async () => {
  const { publish, send, storage } = await respondents();
  const form = await publish();
  const both = await Promise.all([
    send(form, ada, { fillId: "fill_1" }),
    send(form, ada, { fillId: "fill_1" }),
  ]);
  expect(both[0]).toEqual(both[1]);
  expect(await storage.db.selectFrom("responses").select("id").execute()).toHaveLength(1);
});

test("a fill of one form cannot be sent to another", async () => {
  const { publish, fillWithFile, send } = await respondents();
  const { fillId } = await fillWithFile(await publish());
  expect(await send(await publish(), ada, { fillId })).toEqual({ unavailable: "hidden" });
});

test("a code lives for ten minutes, to the millisecond", async () => {
  const { publish, sent, mailed, confirmCode, later } = await respondents();
  const form = await publish();
  const [one, two] = [await sent(form, ada), await sent(form, ada)];
  const [first, second] = [await mailed(one), await mailed(two)];
  later(10 * MINUTE_MS - 1);
  expect((await confirmCode(one, first.code)).state).toBe("verified");
  later(1);
  expect((await confirmCode(two, second.code)).state).toBe("expired");
});

test("after five wrong codes the right one is rejected until the next mail", async () => {
  const { publish, sent, mailed, confirmCode, later } = await respondents();
  const id = await sent(await publish(), ada);
  const { code } = await mailed(id);
  const wrong = code === "000000" ? "000001" : "000000";
  const attempts = [];
  for (let n = 0; n < 5; n += 1) attempts.push(await confirmCode(id, wrong));
  expect(attempts).toEqual([
    { state: "wrong", attemptsLeft: 4 },
    { state: "wrong", attemptsLeft: 3 },
    { state: "wrong", attemptsLeft: 2 },
    { state: "wrong", attemptsLeft: 1 },
    { state: "expired" },
  ]);
  expect((await confirmCode(id, code)).state).toBe("expired");
  later(MINUTE_MS);
  expect((await confirmCode(id, (await mailed(id)).code)).state).toBe("verified");
});

test("simultaneous attempts are counted separately", async () => {
  const { publish, sent, mailed, confirmCode } = await respondents();
  const id = await sent(await publish(), ada);
  const { code } = await mailed(id);
  const guesses = Array.from({ length: 50 }, (_, n) =>
    String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0"),
  );
  const states = (await Promise.all(guesses.map((guess) => confirmCode(id, guess)))).map(
    ({ state }) => state,
  );
  expect(states.filter((state) => state === "wrong")).toHaveLength(4);
});

test("allows one mail a minute, and only the last one is valid", async () => {
  const { publish, sent, mailed, confirmCode, confirmLink, later, ...parts } = await respondents();
  const id = await sent(await publish(), ada);
  const first = await mailed(id);
  later(MINUTE_MS - 1);
  expect(await issueVerification(parts, id)).toEqual({ retryAfterSeconds: 1 });
  later(1);
  const second = await mailed(id);
  if (first.code !== second.code) expect((await confirmCode(id, first.code)).state).toBe("wrong");
  expect((await confirmLink(first.linkSecret)).state).toBe("gone");
  expect((await confirmLink(second.linkSecret)).state).toBe("verified");
  expect(await issueVerification(parts, id)).toBe("nothing to verify");
});

test("a link confirms for a day, and a second time changes nothing", async () => {
  const { publish, sent, mailed, confirmLink, response, later } = await respondents();
  const form = await publish();
  const [one, two] = [await sent(form, ada), await sent(form, ada)];
  const [first, second] = [await mailed(one), await mailed(two)];
  later(DAY_MS - 1);
  expect(await confirmLink(first.linkSecret)).toEqual({ state: "verified", responseId: one });
  const verified = await response(one);
  later(1);
  expect(await confirmLink(second.linkSecret)).toEqual({ state: "expired" });
  expect(await confirmLink(first.linkSecret)).toEqual({ state: "verified", responseId: one });
  expect(await response(one)).toEqual(verified);
  expect((await confirmLink("guessed")).state).toBe("gone");
});

test("spam gets no mail and cannot be confirmed", async () => {
  const { publish, sent, confirmCode, response, ...parts } = await respondents();
  const id = await sent(await publish(), ada, { isSpam: true });
  expect((await response(id))?.status).toBe("spam");
  expect(await issueVerification(parts, id)).toBe("nothing to verify");
  expect((await confirmCode(id, "123456")).state).toBe("gone");
});

test("allows one response an address: refuses the second when its address is confirmed, not before", async () => {
  const { publish, sent, mailed, confirmCode, verified } = await respondents();
  const form = await publish(signUp, { one_response_per_email: true });
  await verified(form, ada);
  const id = await sent(form, ada);
  expect((await confirmCode(id, (await mailed(id)).code)).state).toBe("answered_before");
  const other = await sent(form, ada, { email: "bob@example.org" });
  expect((await confirmCode(other, (await mailed(other)).code)).state).toBe("verified");
});

test("a form with a limit takes exactly as many responses, however many confirm at once", async () => {
  const { publish, sent, send, mailed, confirmCode, storage } = await respondents();
  const form = await publish(signUp, { response_limit: 3 });
  const ids = await Promise.all(
    Array.from({ length: 6 }, (_, n) => sent(form, ada, { email: `a${n}@example.org` })),
  );
  const proofs = await Promise.all(ids.map(mailed));
  const states = await Promise.all(ids.map(async (id, n) => (await confirmCode(id, proofs[n]!.code)).state));
  expect(states.toSorted()).toEqual(["full", "full", "full", "verified", "verified", "verified"]);
  expect(await countVerified(storage.db, form.id)).toBe(3);
  expect(await send(form, ada)).toEqual({ unavailable: "full" });
});

test("a form closes at its time; what was sent before can still be confirmed", async () => {
  const { publish, sent, send, mailed, confirmCode, later, time } = await respondents();
  const closes_at = new Date(time.now.getTime() + MINUTE_MS).toISOString();
  const form = await publish(signUp, { closes_at } satisfies FormSettings);
  later(MINUTE_MS - 1);
  const id = await sent(form, ada);
  later(1);
  expect(await send(form, ada)).toEqual({ unavailable: "closed" });
  expect((await confirmCode(id, (await mailed(id)).code)).state).toBe("verified");
});

test("a form opens at its time, also one that respondents had begun before it got the date", async () => {
  const { publish, send, sent, later, time } = await respondents();
  const opens_at = new Date(time.now.getTime() + MINUTE_MS).toISOString();
  const form = await publish(signUp, { opens_at } satisfies FormSettings);
  later(MINUTE_MS - 1);
  expect(await send(form, ada)).toEqual({ unavailable: "upcoming" });
  later(1);
  expect(await sent(form, ada)).toMatch(/^rsp_/);
});

test.each(["paused", "archived"] as const)("a form that is %s takes no answers", async (status) => {
  const { publish, send, storage } = await respondents();
  const form = await publish();
  await storage.db.updateTable("forms").set({ status }).execute();
  expect(await send(form, ada)).toEqual({ unavailable: status });
});

test("moves files of a fill to the response, and removes those of hidden fields", async () => {
  const { publish, fillWithFile, sent, response, storage, files, storedKeys } = await respondents();
  const hidden = { ...cv, visible_if: { field: "name", op: "equals", value: "Bob" } } as const;
  const name = { id: "name", type: "short_text", label } as const;
  const form = await publish({ ...signUp, pages: [{ id: "p", fields: [name, hidden] }] });
  const [one, two] = [await fillWithFile(form), await fillWithFile(form)];
  const kept = await sent(form, { name: "Bob" }, one);
  await sent(form, { name: "Ada" }, two);
  const file = { name: "cv.pdf", size_bytes: 11, content_type: "application/pdf" };
  expect(parseAnswers((await response(kept))!).cv).toEqual([
    { id: expect.stringMatching(/^file_/), ...file },
  ]);
  const rows = await storage.db.selectFrom("files").selectAll().execute();
  expect(rows).toEqual([
    expect.objectContaining({ ...file, response_id: kept, fill_id: null, storage_key: one.key }),
  ]);
  expect(await storedKeys()).toEqual([one.key]);
  expect(await text(await files.open(one.key))).toBe("%PDF-1.7 cv");
});

test("after seven days unconfirmed responses are removed with their files; confirmed ones stay", async () => {
  const { publish, fillWithFile, sent, verified, response, later, storedKeys, ...parts } =
    await respondents();
  const form = await publish();
  const pending = await sent(form, ada, await fillWithFile(form));
  const spam = await sent(form, ada, { isSpam: true });
  const kept = await verified(form, ada);
  later(7 * DAY_MS - 1);
  expect(await removeExpired(parts)).toMatchObject({ responses: 0, fills: 3, strayFiles: 0 });
  expect(await storedKeys()).toHaveLength(1);
  later(1);
  expect(await removeExpired(parts)).toMatchObject({ responses: 2, fills: 0, strayFiles: 0 });
  expect([await response(pending), await response(spam)]).toEqual([undefined, undefined]);
  expect((await response(kept))?.status).toBe("verified");
  expect(await storedKeys()).toEqual([]);
});

test("removes an unsent form with its files after a day", async () => {
  const { publish, fillWithFile, later, storedKeys, ...parts } = await respondents();
  await fillWithFile(await publish());
  later(DAY_MS - 1);
  expect((await removeExpired(parts)).fills).toBe(0);
  later(1);
  expect((await removeExpired(parts)).fills).toBe(1);
  expect(await storedKeys()).toEqual([]);
});

test("removes a file left by a killed process once no upload can still use it", async () => {
  const { files, folder, storedKeys, ...parts } = await respondents();
  const key = await files.put(Readable.from([Buffer.from("stray")]));
  expect((await removeExpired({ files, ...parts })).strayFiles).toBe(0);
  const anHourAgo = new Date(Date.now() - 61 * MINUTE_MS);
  utimesSync(join(folder, "files", key), anHourAgo, anHourAgo);
  expect((await removeExpired({ files, ...parts })).strayFiles).toBe(1);
  expect(await storedKeys()).toEqual([]);
});

test("an aborted upload leaves nothing", async () => {
  const { files, folder, storedKeys } = await respondents();
  const broken = new Readable({ read() {} });
  broken.push("half a ");
  const put = files.put(broken);
  setImmediate(() => broken.destroy(new Error("connection lost")));
  await expect(put).rejects.toThrow();
  expect(await storedKeys()).toEqual([]);
  expect(existsSync(join(folder, "files"))).toBe(true);
});

test("erasing an address keeps the fact of a response, without its contents", async () => {
  const { publish, fillWithFile, sent, verified, response, folder, storedKeys, ...parts } =
    await respondents();
  const form = await publish();
  const withFile = await sent(form, ada, await fillWithFile(form));
  const confirmed = await verified(form, ada);
  const other = await verified(form, { name: "Bob" }, "bob@example.org");
  await fillWithFile(form);
  await parts.storage.db
    .updateTable("fills")
    .set({ given: '{"mail":"Ada@Example.org"}' })
    .where("response_id", "is", null)
    .execute();
  expect(await eraseRespondent(parts, "ada@example.org")).toEqual({
    responses: 2,
    files: 2,
    fills: 1,
    waiting: 0,
    failedFiles: [],
  });
  for (const id of [withFile, confirmed]) {
    expect(await response(id)).toMatchObject({
      status: "deleted",
      email: null,
      answers: "{}",
      form_id: form.id,
    });
  }
  expect(await response(other)).toMatchObject({ status: "verified", email: "bob@example.org" });
  expect(await storedKeys()).toEqual([]);
  expect(await eraseRespondent(parts, "ada@example.org")).toMatchObject({
    responses: 0,
    files: 0,
    fills: 0,
  });
});
