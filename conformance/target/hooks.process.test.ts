/** Every hook of a target is a program of its own. What it prints is checked. */
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { testTracker, trackerHooks } from "../test/support/tracker-server/runs.ts";
import { serveTracker } from "../test/support/tracker-server/toolwright-server.ts";
import { hookAnswers } from "./hook-answers.ts";
import { makeHookRunner } from "./hooks.ts";
import type { HookName } from "./target.ts";

const failing = '{"error":"no such account"}';

/** Hook, what it prints, and what the message says of that; undefined: it is right. */
const rows: readonly (readonly [hook: HookName, printed: string, told: string | undefined])[] = [
  ["setup", "", undefined],
  ["setup", "[1]", undefined],
  ["setup", failing, 'the error "no such account"'],
  ["mint", '{"tokens":[]}', undefined],
  ["mint", '{"tokens":[{"token":"t","scopes":["a"],"id":7}]}', undefined],
  ["mint", "", "null"],
  ["mint", '{"tokens":"secret-1"}', '{"tokens":"…"}'],
  ["mint", '{"tokens":[{"token":"","scopes":[]}]}', '{"tokens":[{"token":"","scopes":[]}]}'],
  ["mint", '{"tokens":[{"token":"secret-1","scopes":[1]}]}', '{"tokens":[{"token":"…","scopes":[1]}]}'],
  ["mint", '{"tokens":[{"token":"secret-1"}]}', '{"tokens":[{"token":"…"}]}'],
  ["mint", failing, 'the error "no such account"'],
  ["revoke", "", undefined],
  ["revoke", '{"revoked":true}', undefined],
  ["revoke", failing, 'the error "no such account"'],
  ["expire", "true", undefined],
  ["expire", failing, 'the error "no such account"'],
  ["issue", '{"token":"t"}', undefined],
  ["issue", '{"access_token":"secret-1"}', '{"access_token":"…"}'],
  ["issue", '{"token":null}', '{"token":null}'],
  ["issue", failing, 'the error "no such account"'],
  ["respond", '{"ids":["1"]}', undefined],
  ["respond", failing, 'the error "no such account"'],
  ["clock", "", undefined],
  ["clock", '{"now":"2026-03-14T09:26:53Z"}', undefined],
  ["clock", '{"now":"soon"}', '{"now":"soon"}'],
  ["clock", '{"now":1773480413}', '{"now":1773480413}'],
  ["clock", "[]", "[]"],
  ["clock", failing, 'the error "no such account"'],
  ["work", '{"held":1}', undefined],
  ["work", '{"held":"all"}', '{"held":"all"}'],
  ["work", failing, 'the error "no such account"'],
];

test.each(rows)(
  "the error for the hook %s that prints %s names what it must print",
  async (hook, printed, told) => {
    const command = [process.execPath, "-e", `process.stdout.write(${JSON.stringify(printed)})`];
    const run = makeHookRunner({ name: "t", url: "", folder: tmpdir(), hooks: { [hook]: command } }, {});
    const message = await run(hook, {}).then(
      () => undefined,
      (error: Error) => error.message,
    );
    const { wanted } = hookAnswers[hook];
    expect(message).toBe(told && `The hook ${hook} printed ${told}. It must print ${wanted}.`);
  },
);

test("the table has every hook, right and wrong", () => {
  const hooks = (isRight: boolean) =>
    new Set(rows.flatMap(([hook, , told]) => ((told === undefined) === isRight ? [hook] : [])));
  expect([hooks(true), hooks(false)]).toEqual([
    new Set(Object.keys(hookAnswers)),
    new Set(Object.keys(hookAnswers)),
  ]);
});

/** A case for each hook that needs the hook. */
const needing: readonly (readonly [hook: HookName, id: string])[] = [
  ["mint", "authorization/tracker_get_issue/expired-token"],
  ["expire", "authorization/tracker_get_issue/expired-token"],
  ["revoke", "authorization/tracker_get_issue/revoked-token"],
  ["clock", "limits/export_lifetime/tracker_export_issues/after"],
];

test.each(needing)(
  "a case that needs the hook %s is not verified where that prints an error",
  async (hook, id) => {
    const served = await serveTracker();
    onTestFinished(served.close);
    const wrong = [process.execPath, "-e", `process.stdout.write(${JSON.stringify(failing)})`];
    const hooks = { ...trackerHooks(served.url), [hook]: wrong };
    const { results } = await testTracker(served, { selection: { cases: [id] }, target: { hooks } });
    expect(results.map(({ verdict }) => verdict)).toEqual([
      expect.objectContaining({
        status: "unverified",
        why: expect.stringContaining(`The hook ${hook} printed the error "no such account".`),
      }),
    ]);
  },
);
