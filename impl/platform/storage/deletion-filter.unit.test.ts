/** Tests that no query reads deleted forms unnoticed. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const impl = join(import.meta.dirname, "../..");

/** Files that read forms, deleted or not, with the reason. */
const READS_ALL: Readonly<Record<string, string>> = {
  "accounts/plans/budgets.ts": "deleted forms count until their rows are removed",
  "forms/bin/bin.ts": "the bin itself",
  "forms/create/new-form.ts": "whether the account ever had another form",
  "forms/delete.ts": "a form whose removal starts, under its lock",
  "forms/remove-form.ts": "a form that is being removed",
  "forms/sharing/folder-members.ts":
    "the forms of a leaving member, of which those in the bin leave its folder, too",
  "forms/sharing/shares.ts": "the folder of a form that was found for the account",
  "forms/switches.ts": "a form that was found for the account",
  "forms/update/apply.ts": "a form that was found for the account, under its lock",
  "forms/webhooks/events.ts": "a form that is locked",
  "responses/webhooks/event-response.ts": "a form whose webhook was found",
  "responses/webhooks/message.ts": "a form whose webhook was found",
};

const READS = /(?:selectFrom|[jJ]oin|updateTable|deleteFrom)\("forms"|\bfrom forms\b/;

test("every query that reads forms hides deleted ones, or says why it does not", () => {
  const sources = globSync("**/*.ts", {
    cwd: impl,
    exclude: ["node_modules/**", "test/**", "platform/storage/**"],
  })
    .filter((path) => !/\.(?:test|proof|soak)\.ts$/.test(path))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(impl, path), "utf8") }));
  const reading = sources.filter(({ text }) => READS.test(text));
  expect(reading.length).toBeGreaterThan(15);
  const unhidden = reading.filter(({ text }) => !text.includes("isNotDeleted"));
  expect(unhidden.map(({ path }) => path).toSorted()).toEqual(Object.keys(READS_ALL).toSorted());
});
