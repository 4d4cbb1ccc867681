/** `npm run manifest` as people call it, and the options of `toolwright manifest`. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProject, toolwright } from "../test/support/cli/cli.ts";
import { withListingServer } from "../test/support/cli/listing-server.ts";
import { plainEnvironment, published } from "../test/support/cli/npm-script.ts";
import { repository } from "../test/support/temporary-project.ts";

describe("npm run manifest prints JSON and nothing else", () => {
  test("into a pipe", () => {
    const stdout = execFileSync("npm", ["run", "manifest"], {
      cwd: repository,
      env: plainEnvironment(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(stdout).toBe(published);
  });
});

test("--out writes the same bytes, and neither prints nor leaves other files", async () => {
  await inProject(async (folder) => {
    const printed = await toolwright(folder, ["manifest"]);
    const before = readdirSync(folder);
    const { code, stdout } = await toolwright(folder, ["manifest", "--out", "dist/manifest.json"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(readFileSync(join(folder, "dist/manifest.json"), "utf8")).toBe(printed.stdout);
    expect(readdirSync(folder)).toEqual([...before, "dist"].sort());
    expect(readdirSync(join(folder, "dist"))).toEqual(["manifest.json"]);
  });
});

test("--typescript prints the tools as TypeScript, with shared types", async () => {
  const { code, stdout } = await toolwright(repository, ["manifest", "--typescript"]);
  expect(code).toBe(0);
  expect(stdout).toContain("\n  service_ping(input: {}): Promise<{\n");
  expect(stdout.match(/^type FormStructure = /gm)).toHaveLength(1);
});

test("--out leaves the file as it was if the spec has errors", async () => {
  await inProject(async (folder) => {
    writeFileSync(join(folder, "manifest.json"), "before");
    writeFileSync(join(folder, "spec", "service.yaml"), "toolwright: 2\n");
    const { code } = await toolwright(folder, ["manifest", "--out", "manifest.json"]);
    expect(code).toBe(1);
    expect(readFileSync(join(folder, "manifest.json"), "utf8")).toBe("before");
  });
});

test("--url prints what the server lists, in its order, with all its keys", async () => {
  const tools = [
    { name: "b", inputSchema: { type: "object" }, "x-own": [1] },
    { name: "a", inputSchema: { type: "object", properties: { q: { type: "string" } } } },
  ];
  await withListingServer({ name: "two", version: "1.0.0" }, tools, async (url) => {
    const { code, stdout } = await toolwright(repository, ["manifest", "--url", url]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ tools });
  });
});

test.each([
  [["--url", "http://127.0.0.1:1/", "--spec", "spec"], "--url and --spec do not go together."],
  [["--header", "A: b"], "--header goes with --url."],
  [["--token", "t"], "--token goes with --url."],
  [
    ["--url", "http://127.0.0.1:1/", "--token", "t", "--header", "authorization: x"],
    "--token is an Authorization header. Leave one of them out.",
  ],
  [["--url", "http://127.0.0.1:1/", "--token", "a b"], "A --token has no spaces, and is not empty."],
  [["--url", "http://127.0.0.1:1/", "--header", "A"], 'A --header looks like "NAME: VALUE".'],
  [["--out="], "--out is empty."],
])("rejects manifest %j", async (args, says) => {
  await inProject(async (folder) => {
    const { code, stdout, stderr } = await toolwright(folder, ["manifest", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
  });
});
