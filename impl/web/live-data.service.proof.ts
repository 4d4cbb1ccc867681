/** Attacks on live addresses, and tables as large as they can be. */
import { expect, test } from "vitest";
import { newToken } from "../accounts/tokens/format.ts";
import { liveService, readLive } from "../test/support/live-data.ts";

test("of more responses than an export has, the table has the newest, and those of one moment together", async () => {
  const { make, respond, respondOften, time } = await liveService();
  const early = new Date(time.now.getTime() - 9_000_000).toISOString();
  for (const name of ["First", "Second"]) await respond({ name }, { submitted_at: early });
  await respondOften(4_999, (n) => ({ name: `Person ${n}` }));
  const { lines } = await readLive(await make());
  expect(lines.length).toBe(4_999 + 2);
  expect(lines.join("\n")).not.toMatch(/First|Second/);
  expect(lines.at(-2)).toContain("Person 4998");
});

test("a thousand guesses find nothing", async () => {
  const { make, publicUrl, respond } = await liveService();
  await respond({ name: "Alan" });
  const address = await make();
  const guesses = Array.from({ length: 1_000 }, () => `${publicUrl}/live/${newToken("twl_")}.csv`);
  const answers = new Set<string>();
  for (let n = 0; n < guesses.length; n += 20) {
    const some = await Promise.all(guesses.slice(n, n + 20).map((guess) => readLive(guess)));
    for (const { status, text } of some) answers.add(`${status} ${text}`);
  }
  const missing = await readLive(`${publicUrl}/live/none`);
  expect([...answers]).toEqual([`404 ${missing.text}`]);
  expect((await readLive(address)).status).toBe(200);
});

test("an address is read 120 times an hour; others still answer", async () => {
  const { make, page, ada, respond } = await liveService();
  await respond({ name: "Alan" });
  const address = await make();
  const tag = (await readLive(address)).headers.get("etag")!;
  for (let n = 1; n < 120; n += 1) {
    const { status } = await readLive(address, n % 2 === 0 ? { "If-None-Match": tag } : {});
    expect([n, status]).toEqual([n, n % 2 === 0 ? 304 : 200]);
  }
  const late = await readLive(address);
  expect(late.status).toBe(429);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(late.text).not.toContain("Alan");
  expect((await ada.open(page)).status).toBe(200);
});

test("of two that are made at once, one works; two reads at once get the same", async () => {
  const { make, respond, storage } = await liveService();
  await respond({ name: "Alan" });
  const made = await Promise.all([make(), make()]);
  const answers = await Promise.all(made.map((address) => readLive(address)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await storage.db.selectFrom("live_addresses").selectAll().execute()).toHaveLength(1);
  const address = made[answers.findIndex(({ status }) => status === 200)]!;
  const both = await Promise.all([readLive(address), readLive(address)]);
  expect(both[0]!.text).toBe(both[1]!.text);
});

test("readers that break off leave the table to others", async () => {
  const { make, respondOften } = await liveService();
  await respondOften(3_000, (n) => ({ name: `Person ${n} ${"x".repeat(1_000)}` }));
  const address = await make();
  for (let n = 0; n < 5; n += 1) {
    const leaving = new AbortController();
    const response = await fetch(address, { signal: leaving.signal });
    await response.body!.getReader().read();
    leaving.abort();
  }
  expect((await readLive(address)).lines).toHaveLength(3_002);
});
