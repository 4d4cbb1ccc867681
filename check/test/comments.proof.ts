/** The verdicts of evidence/comments.md, at the releases of npm that it names. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const repository = join(import.meta.dirname, "../..");
const page = readFileSync(join(repository, "evidence/comments.md"), "utf8");
const rows = [...page.matchAll(/^\| `(\S+)` \| (\S+) \| (\S+) \| (.+) \|$/gm)];

test("the page names three servers", () => {
  expect(rows).toHaveLength(3);
});

test.each(rows.map(([, server = "", from = "", to = "", verdict = ""]) => [server, from, to, verdict]))(
  "%s %s to %s: %s",
  (server, from, to, verdict) => {
    const folder = mkdtempSync(join(tmpdir(), "check-comments-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { stdout, status } = spawnSync(
      process.execPath,
      [
        join(repository, "check/bin/toolwright-check.js"),
        ...["--command", `npx -y ${server}@${to}`, "--against", `npx -y ${server}@${from}`],
        // Notion's server has no tools without a token, whatever it is.
        ...["--env", "NOTION_TOKEN=ntn_none", "--format", "markdown"],
      ],
      { cwd: folder, encoding: "utf8" },
    );
    expect(status).toBe(1);
    expect(stdout.split("\n")[0]).toBe(`### ❌ ${verdict}`);
  },
);
