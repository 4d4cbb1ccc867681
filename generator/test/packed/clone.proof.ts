import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callTool, startServer } from "../support/packed/server.ts";
import { installNode, run, succeeds } from "../support/packed/shell.ts";
import { repository } from "../support/temporary-project.ts";

let folder: string;
let clone: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolwright-"));
  clone = join(folder, "clone");
  await succeeds(folder, "git", ["clone", "--quiet", repository, clone]);
  await succeeds(clone, "npm", ["ci", "--omit=dev", "--workspace", "impl"]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a fresh clone, without development dependencies and without a build", () => {
  test("has no development tools", () => {
    for (const name of ["esbuild", "preact", "vitest", "typescript", "node", "toolwright", "ts-morph"])
      expect([name, existsSync(join(clone, "node_modules", name))]).toEqual([name, false]);
  });

  // 40 MB of them write PDF files: the writer, and its fonts for Latin, Greek, Cyrillic, Chinese, Japanese and Korean.
  test("has packages of at most 190 MB", async () => {
    const folders = ["node_modules", "impl/node_modules"].filter((path) => existsSync(join(clone, path)));
    const printed = await succeeds(clone, "du", ["-sk", ...folders]);
    const kilobytes = [...printed.matchAll(/^\d+/gm)].reduce((sum, [size]) => sum + Number(size), 0);
    expect(kilobytes * 1.024).toBeLessThanOrEqual(190_000);
  });

  test("npm start serves a form", async () => {
    const { printed, stop } = await startServer(clone, "npm", ["start"], { DATA_DIR: join(folder, "data") });
    try {
      const endpoint = /Endpoint\s+(\S+)/.exec(printed)![1]!;
      const token = /Token\s+(\S+)/.exec(printed)![1]!;
      const made = (await callTool(endpoint, token, "service_create_form", {
        prompt: "Feedback form: name, email, rating (1 to 5), comments (optional)",
      })) as { form_id: string; title: string; urls: { public: string } };
      await callTool(endpoint, token, "service_update_form", {
        form_id: made.form_id,
        status_action: "publish",
      });
      const page = await fetch(made.urls.public);
      const html = await page.text();
      expect({ status: page.status, html }).toEqual({
        status: 200,
        html: expect.stringContaining(made.title),
      });
      const assets = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css)[^"]*)"/g)].map(
        ([, path]) => path!,
      );
      expect(assets.length).toBeGreaterThan(0);
      for (const asset of assets)
        expect([asset, (await fetch(new URL(asset, made.urls.public))).status]).toEqual([asset, 200]);
    } finally {
      await stop();
    }
  });

  test("every command tells an older Node the required version", async () => {
    const older = await installNode(folder, "20.19.5");
    const service = "service-mcp: It needs Node 24 or newer, and this is v20.19.5.\n";
    const generator = "toolwright: It needs Node 22.18 or newer, and this is v20.19.5.\n";
    const commands: readonly (readonly [string, readonly string[], string])[] = [
      ["npm", ["start"], service],
      ["npm", ["run", "token", "--", "list"], service],
      ["npm", ["run", "backup", "--", "copy.db"], service],
      ["npm", ["run", "restore", "--", "copy.db"], service],
      ["npm", ["run", "erase", "--", "ada@example.org"], service],
      ["generator/bin/toolwright.js", ["generate"], generator],
      ["generator/bin/toolwright.js", ["new", "my-server"], generator],
      ["conformance/bin/toolwright-conformance.js", ["--help"], generator],
      ["check/bin/toolwright-check.js", ["--help"], generator],
    ];
    for (const [command, args, message] of commands) {
      const { code, output } = await run(clone, command, args, older);
      expect({ args, code, output }).toEqual({ args, code: 2, output: expect.stringContaining(message) });
      expect(output).not.toContain("    at ");
    }
  });
});

test("a clone with all packages generates the committed files, and toolwright new makes a project that installs, passes its tests and holds its spec", async () => {
  await succeeds(clone, "npm", ["ci"]);
  expect(await succeeds(clone, "npx", ["toolwright", "generate", "--check"])).toContain("is up to date");
  expect(await succeeds(clone, "npx", ["toolwright", "--version"])).toMatch(/^\d+\.\d+\.\d+$/m);
  expect(await succeeds(clone, "npx", ["toolwright-conformance", "--help"])).toContain("Usage:");
  const project = join(folder, "my-server");
  await succeeds(clone, "npx", ["toolwright", "new", project]);
  await succeeds(project, "npm", ["install"]);
  await succeeds(project, "npm", ["test"]);
  expect(await succeeds(project, "npm", ["run", "conformance"])).toMatch(
    /[1-9]\d+ held, 0 failed, 0 not verified, 2 accepted/,
  );
});
