import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../workshop.ts";
import { environment, installNode, run, succeeds } from "./shell.ts";

let folder: string;
let clone: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolwright-"));
  clone = join(folder, "clone");
  await succeeds(folder, "git", ["clone", "--quiet", repository, clone]);
  await succeeds(clone, "npm", ["ci", "--omit=dev"]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** `npm start`, and what the service printed until it was ready. */
async function started(): Promise<{ npm: ChildProcess; printed: string }> {
  const npm = spawn("npm", ["start"], {
    cwd: clone,
    env: { ...environment(), PORT: "0", DATA_DIR: join(folder, "data") },
  });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    npm.once("exit", () => reject(new Error(`It ended: ${printed}`)));
    npm.stderr.on("data", (chunk) => (printed += chunk));
    npm.stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("Ctrl+C")) resolve();
    });
  });
  return { npm, printed };
}

/** Calls a tool of the form service. */
async function call(endpoint: string, token: string, name: string, args: object): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: unknown; isError?: boolean } };
  expect(result).not.toMatchObject({ isError: true });
  return result.structuredContent;
}

describe("a fresh clone, without development dependencies and without a build", () => {
  test("has none of the tools that only development needs", () => {
    for (const name of ["typescript", "vitest", "node"])
      expect([name, existsSync(join(clone, "node_modules", name))]).toEqual([name, false]);
  });

  test("npm start serves a form", async () => {
    const { npm, printed } = await started();
    try {
      const endpoint = /Endpoint\s+(\S+)/.exec(printed)![1]!;
      const token = /Token\s+(\S+)/.exec(printed)![1]!;
      const made = (await call(endpoint, token, "service_create_form", {
        prompt: "Feedback form: name, email, rating from 1 to 5, comments (optional)",
      })) as { form_id: string; title: string; urls: { public: string } };
      await call(endpoint, token, "service_update_form", {
        form_id: made.form_id,
        status_action: "publish",
      });
      const page = await fetch(made.urls.public);
      const html = await page.text();
      expect({ status: page.status, html }).toEqual({
        status: 200,
        html: expect.stringContaining(made.title),
      });
      // The scripts and styles of the page are bundled by a package of the service.
      const assets = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css)[^"]*)"/g)].map(
        ([, path]) => path!,
      );
      expect(assets.length).toBeGreaterThan(0);
      for (const asset of assets)
        expect([asset, (await fetch(new URL(asset, made.urls.public))).status]).toEqual([asset, 200]);
    } finally {
      npm.kill("SIGTERM");
      await once(npm, "exit");
    }
  });

  test("npx toolwright generates the committed files, and knows its version", async () => {
    expect(await succeeds(clone, "npx", ["toolwright", "generate", "--check"])).toContain(
      "is what the spec says",
    );
    expect(await succeeds(clone, "npx", ["toolwright", "--version"])).toMatch(/^\d+\.\d+\.\d+$/m);
    expect(await succeeds(clone, "npx", ["toolwright-conformance", "--help"])).toContain("Usage:");
  });

  test("an older Node is told what it needs, by every command", async () => {
    const older = await installNode(folder, "20.19.5");
    const service = "service-mcp: It needs Node 24 or newer, and this is v20.19.5.\n";
    const generator = "toolwright: It needs Node 22.18 or newer, and this is v20.19.5.\n";
    const commands: readonly (readonly [string, readonly string[], string])[] = [
      ["npm", ["start"], service],
      ["npm", ["run", "token", "--", "list"], service],
      ["npm", ["run", "backup", "--", "copy.db"], service],
      ["npm", ["run", "restore", "--", "copy.db"], service],
      ["npm", ["run", "erase", "--", "ada@example.org"], service],
      ["npm", ["run", "generate"], generator],
      ["npx", ["toolwright", "new", "my-server"], generator],
      ["npx", ["toolwright-conformance", "--help"], generator],
    ];
    for (const [command, args, message] of commands) {
      const { code, output } = await run(clone, command, args, older);
      expect({ args, code, output }).toEqual({ args, code: 2, output: expect.stringContaining(message) });
      expect(output).not.toContain("    at ");
    }
  });
});
