/** `toolwright publish` at a registry that answers as the MCP Registry does, with a program in place of mcp-publisher. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { toolwright } from "../../test/support/cli/cli.ts";
import { installPublisher, serve, serveRegistry } from "../../test/support/registry.ts";

const entry = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.example/notes",
  description: "Keeps notes.",
  version: "0.2.0",
  remotes: [
    {
      type: "streamable-http",
      url: "https://notes.example.org/mcp",
      headers: [{ name: "Authorization", isRequired: false, isSecret: true }],
    },
  ],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "publish-"));
  mkdirSync(join(folder, "generated"));
  writeEntry(entry);
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function writeEntry(value: object, file = "generated/server.json"): void {
  writeFileSync(join(folder, file), JSON.stringify(value));
}

/** The address of a registry that has these versions. */
async function startRegistry(...versions: readonly object[]): Promise<string> {
  const registry = await serveRegistry(...versions);
  onTestFinished(() => registry[Symbol.asyncDispose]());
  return registry.url;
}

const inWorkflow = { ACTIONS_ID_TOKEN_REQUEST_URL: "https://actions.example/token?x=1" };

describe("--dry-run", () => {
  test("says what it would do, without a login and without mcp-publisher", async () => {
    const registry = await startRegistry({ ...entry, version: "0.1.0" });
    const { code, stdout, stderr } = await toolwright(
      folder,
      ["publish", "--dry-run", "--registry", registry],
      {
        PATH: "",
      },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      `Would publish io.github.example/notes 0.2.0 to ${new URL(registry).host}, from generated/server.json.
  now there  0.1.0
  says       Keeps notes.
  remote     https://notes.example.org/mcp
  login      none here: run mcp-publisher login github, or give a workflow the permission id-token: write
Nothing was sent.
`,
    );
  });

  test.each<[string, string, NodeJS.ProcessEnv, string]>([
    ["a workflow", "io.github.example/notes", inWorkflow, "this workflow, by GitHub (id-token)"],
    ["a token", "io.github.example/notes", { MCP_GITHUB_TOKEN: "s3cret" }, "the token in MCP_GITHUB_TOKEN"],
    [
      "the key of a domain",
      "org.example/notes",
      { MCP_PRIVATE_KEY: "s3cret" },
      "the key of example.org in MCP_PRIVATE_KEY",
    ],
    [
      "no key of a domain",
      "org.example/notes",
      inWorkflow,
      "none here: run mcp-publisher login dns --domain example.org, or set MCP_PRIVATE_KEY",
    ],
  ])("names the login by %s, and no secret", async (_, name, env, login) => {
    writeEntry({ ...entry, name });
    const args = ["publish", "--dry-run", "--registry", await startRegistry()];
    const { stdout } = await toolwright(folder, args, env);
    expect(stdout).toContain("now there  nothing\n");
    expect(stdout).toContain(`login      ${login}\n`);
    expect(stdout).not.toContain("s3cret");
  });
});

describe("publishing", () => {
  test("logs in as the workflow, and sends the entry", async () => {
    const registry = await startRegistry();
    const publisher = installPublisher(folder);
    const env = { ...publisher.env, ...inWorkflow };
    const { code, stderr } = await toolwright(folder, ["publish", "--registry", registry], env);
    expect(stderr).toContain("io.github.example/notes 0.2.0 is published.\n");
    expect(code).toBe(0);
    expect(publisher.calls()).toEqual([
      `login github-oidc --registry ${registry}`,
      "publish generated/server.json",
    ]);
  });

  test("by the key of a domain, which it does not print", async () => {
    writeEntry({ ...entry, name: "org.example/notes" });
    const registry = await startRegistry();
    const publisher = installPublisher(folder);
    const env = { ...publisher.env, MCP_PRIVATE_KEY: "s3cret" };
    const { code, stdout, stderr } = await toolwright(folder, ["publish", "--registry", registry], env);
    expect(code).toBe(0);
    expect(publisher.calls()[0]).toBe(
      `login dns --domain example.org --private-key s3cret --registry ${registry}`,
    );
    expect(stdout + stderr).not.toContain("s3cret");
  });

  test("uses a login of before, and says what is missing if there is none", async () => {
    const publisher = installPublisher(folder, "publish");
    const args = ["publish", "--registry", await startRegistry()];
    const { code, stderr } = await toolwright(folder, args, publisher.env);
    expect(code).toBe(1);
    expect(publisher.calls()).toEqual(["publish generated/server.json"]);
    expect(stderr).toContain(
      "mcp-publisher publish ended with 1, so io.github.example/notes 0.2.0 is not published.",
    );
    expect(stderr).toContain("none here: run mcp-publisher login github");
  });

  test("does not publish after a login that failed", async () => {
    const publisher = installPublisher(folder, "login");
    const env = { ...publisher.env, ...inWorkflow };
    const args = ["publish", "--registry", await startRegistry()];
    expect(await toolwright(folder, args, env)).toMatchObject({ code: 1 });
    expect(publisher.calls()).toHaveLength(1);
  });

  test("without mcp-publisher says where it is", async () => {
    const args = ["publish", "--registry", await startRegistry()];
    const { code, stderr } = await toolwright(folder, args, { PATH: "" });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no mcp-publisher."),
    });
  });
});

describe("a version that is there", () => {
  test("is not published again", async () => {
    const args = ["publish", "--registry", await startRegistry(entry)];
    const { code, stderr } = await toolwright(folder, args, { PATH: "" });
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Nothing has to be done."),
    });
  });

  test.each([["--dry-run"], []])("with another entry fails %s", async (...flags) => {
    const args = [
      "publish",
      ...flags,
      "--registry",
      await startRegistry({ ...entry, description: "Other." }),
    ];
    const { code, stderr } = await toolwright(folder, args, { PATH: "" });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("give the server a new version"),
    });
  });
});

describe("an entry that cannot be published", () => {
  test.each<[string, object, string]>([
    ["whose version is a range", { version: "^1.0.0" }, "registry-exact-version"],
    ["without a description", { description: undefined }, "registry-schema"],
    [
      "on this machine",
      { remotes: [{ type: "streamable-http", url: "http://localhost/mcp" }] },
      "registry-public-remote",
    ],
  ])("%s is not sent", async (_, change, code) => {
    writeEntry({ ...entry, ...change });
    // Nothing is asked: there is no registry at this address.
    const ended = await toolwright(folder, ["publish", "--dry-run", "--registry", "http://127.0.0.1:1"]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(`[${code}]`);
    expect(ended.stderr).toContain(
      "The MCP Registry would reject generated/server.json, so nothing was sent.",
    );
  });

  test("of another package than package.json says is not sent", async () => {
    const packages = [
      { registryType: "npm", identifier: "notes-mcp", version: "0.2.0", transport: { type: "stdio" } },
    ];
    writeEntry({ ...entry, packages }, "server.json");
    writeEntry({ name: "notes-mcp", mcpName: "io.github.other/notes" }, "package.json");
    const { code, stderr } = await toolwright(folder, ["publish", "--entry", "server.json"]);
    expect(code).toBe(1);
    expect(stderr).toContain("[registry-npm-name]");
  });

  test.each<[string, readonly string[], string]>([
    ["that is not there", ["--entry", "other.json"], "There is no other.json."],
    [
      "of a registry that does not answer",
      ["--registry", "http://127.0.0.1:1"],
      "The Registry at 127.0.0.1:1 did not answer: ",
    ],
    ["of a registry without an address", ["--registry", "here"], '--registry "here" is not an address.'],
  ])("%s: exit code 2", async (_, args, says) => {
    const { code, stderr } = await toolwright(folder, ["publish", "--dry-run", ...args]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
  });

  test("of a page that is no registry: exit code 2", async () => {
    const page = await serve(() => [200, "<!doctype html>"]);
    onTestFinished(() => page[Symbol.asyncDispose]());
    const { code, stderr } = await toolwright(folder, ["publish", "--dry-run", "--registry", page.url]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("without an entry") });
  });
});
