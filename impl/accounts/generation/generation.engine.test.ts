import { Refusal } from "@toolwright/runtime";
import { expect, test } from "vitest";
import type { GenerateForm } from "../../forms/generator.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { DAY_MS, refusal, start, startProcess } from "../../test/support/domain.ts";
import { oneField, oneFieldForm } from "../../test/support/one-field-form.ts";
import { plans } from "../plans/plans.ts";

/** Counts how often it was asked. */
function countingGenerator() {
  const generator = {
    runs: 0,
    generate: ((wish, signal) => {
      generator.runs += 1;
      return oneFieldForm(wish, signal);
    }) as GenerateForm,
  };
  return generator;
}

test("a generation costs one unit, and none succeeds beyond the last unit", async () => {
  const { account, create, used, time } = await startProcess();
  const ada = await account();
  const { generations } = plans.trial;
  for (let unit = 0; unit < generations; unit += 1) await create(ada);
  expect(await used(ada)).toBe(generations);
  const error = await create(ada).catch((thrown) => thrown);
  expect(error).toEqual(refusal("quota_exceeded"));
  expect((error as Refusal).details).toEqual({
    used: generations,
    limit: generations,
    remaining: 0,
    resets_at: "2026-04-01T12:00:00.000Z",
  });
  time.now = new Date("2026-04-01T12:00:00.000Z");
  expect(await used(ada)).toBe(0);
});

test("calls at the same time cannot overdraw the quota", async () => {
  const { account, create, used } = await startProcess();
  const ada = await account();
  const { generations } = plans.trial;
  const results = await Promise.allSettled(Array.from({ length: generations + 20 }, () => create(ada)));
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(20);
  expect(await used(ada)).toBe(generations);
});

test("a failed generation leaves neither form nor cost, and its key can be used again", async () => {
  let broken = true;
  const { account, create, used, list } = await startProcess(dataDir(), async (wish, signal) => {
    if (broken) throw new Refusal("generation_failed", "Nothing usable.");
    return oneFieldForm(wish, signal);
  });
  const ada = await account();
  await expect(create(ada, { idempotencyKey: "key-0001" })).rejects.toEqual(refusal("generation_failed"));
  expect([await used(ada), (await list(ada)).totalCount]).toEqual([0, 0]);
  broken = false;
  await create(ada, { idempotencyKey: "key-0001" });
  expect([await used(ada), (await list(ada)).totalCount]).toEqual([1, 1]);
});

test("a draft that cannot be answered costs nothing", async () => {
  const untitled = async () => ({
    structure: { ...oneField("x", ["en"]), title: {} },
    generator: {},
    warnings: [],
  });
  const { account, create, used, list } = await startProcess(dataDir(), untitled as unknown as GenerateForm);
  const ada = await account();
  await expect(create(ada)).rejects.toEqual(refusal("generation_failed"));
  expect([await used(ada), (await list(ada)).totalCount]).toEqual([0, 0]);
});

test("a cancelled generation costs nothing", async () => {
  const { account, create, used } = await startProcess();
  const ada = await account();
  await expect(create(ada, {}, AbortSignal.abort(new Error("cancelled")))).rejects.toThrow("cancelled");
  expect(await used(ada)).toBe(0);
});

test("a repeated call with the same key gets the first result and costs nothing", async () => {
  const generator = countingGenerator();
  const { account, create, used, list } = await startProcess(dataDir(), generator.generate);
  const ada = await account();
  const first = await create(ada, { idempotencyKey: "key-0001" });
  expect(await create(ada, { idempotencyKey: "key-0001" })).toEqual(first);
  expect([generator.runs, await used(ada), (await list(ada)).totalCount]).toEqual([1, 1, 1]);
  await expect(create(ada, { idempotencyKey: "key-0001", publish: true })).rejects.toEqual(
    refusal("invalid_input"),
  );
  const bob = await account("bob@example.org");
  expect((await create(bob, { idempotencyKey: "key-0001" })).id).not.toBe(first.id);
});

test("a replay still answers when quota and trial are used up", async () => {
  const { account, create, time } = await startProcess();
  const ada = await account();
  const first = await create(ada, { idempotencyKey: "key-0001" });
  time.now = new Date(start.getTime() + 8 * DAY_MS);
  expect(await create(ada, { idempotencyKey: "key-0001" })).toEqual(first);
});

test("calls with one key at the same time, in two processes, make one form", async () => {
  const generator = countingGenerator();
  const one = await startProcess(dataDir(), generator.generate);
  const two = await startProcess(one.folder, generator.generate);
  const ada = await one.account();
  const calls = [one, two, one, two, one].map(({ create }) => create(ada, { idempotencyKey: "key-0001" }));
  const ids = new Set((await Promise.all(calls)).map(({ id }) => id));
  expect([ids.size, generator.runs, await one.used(ada), (await two.list(ada)).totalCount]).toEqual([
    1, 1, 1, 1,
  ]);
});

test("releases the unit and the key of a dead process after a minute", async () => {
  const hangs = await startProcess(dataDir(), () => new Promise(() => {}));
  const ada = await hangs.account();
  void hangs.create(ada, { idempotencyKey: "key-0001" }).catch(() => {});
  await expect.poll(() => hangs.used(ada)).toBe(1);
  const { create, used, time } = await startProcess(hangs.folder);
  time.now = new Date(start.getTime() + 60_000);
  expect(await used(ada)).toBe(0);
  await create(ada, { idempotencyKey: "key-0001" });
  expect(await used(ada)).toBe(1);
});
