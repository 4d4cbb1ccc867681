/** No command hangs at a hostile server, ends with a stack trace, prints a control character, or shows a secret that it was given. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { hostileCommand, listenHostile } from "../../check/test/support/hostile-server.ts";
import { type Ended, inProcess, toolwright } from "./support/cli/cli.ts";

const top = mkdtempSync(join(tmpdir(), "hostile-commands-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** A folder of a test, with a manifest to compare with. */
function newFolder(): string {
  const folder = mkdtempSync(join(top, "case-"));
  const one = { name: "one", description: "It does.", inputSchema: { type: "object" } };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ tools: [one] }));
  return folder;
}

const formats = (command: string[], ...names: string[]) =>
  names.map((name) => [...command, "--format", name]);

/** Every command that reads a server, in each of its formats. */
const commands: readonly (readonly string[])[] = [
  ["manifest", "--out", "tools.json"],
  ...formats(["stats"], "human", "json"),
  ...formats(["portability"], "human", "json", "github", "markdown"),
  ["import"],
  ...formats(["diff", "manifest.json"], "human", "json", "github", "sarif", "markdown"),
  ...formats(["verify", "--manifest", "manifest.json"], "human", "json", "github", "sarif", "markdown"),
];

const behaviours = [
  "escapes",
  "circles",
  "odd-names",
  "deep-schema",
  "duplicate-names",
  "invalid-utf8",
  "long-noise",
  "dies-in-list",
  "list-error",
];

describe.each(commands)("%s %s %s %s %s", (...args) => {
  test.each(behaviours)("%s: a sentence or a report, without controls", async (behaviour) => {
    const folder = newFolder();
    const command = [...args, "--command", hostileCommand(behaviour), "--timeout", "10"];
    const { code, stdout, stderr } = await toolwright(folder, command);
    expect([0, 1, 2]).toContain(code);
    expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+|is a bug of/m);
    expect(stdout + stderr).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u);
    expect(stdout + stderr).not.toMatch(/^\s*::error::forged/m);
  });
});

const secrets = {
  variable: "hunter2-variable",
  header: "hunter2-header",
  token: "hunter2-token",
  query: "hunter2-query",
  password: "hunter2-password",
};

/** Every text that the run of a command printed or wrote. */
function textsOf(folder: string, { stdout, stderr }: Ended): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return [
    stdout,
    stderr,
    ...files.map((each) => readFileSync(join(each.parentPath, each.name), "utf8")),
  ].join("\n");
}

/** The options that reach a server which repeats everything that it was given. */
async function reached(kind: "stdio" | "token" | "password"): Promise<string[]> {
  if (kind === "stdio")
    return ["--command", hostileCommand("repeats"), "--env", `API_KEY=${secrets.variable}`];
  const { url, close } = await listenHostile("repeats");
  onTestFinished(close);
  const address = `${url}?key=${secrets.query}`;
  const header = ["--header", `X-Key: ${secrets.header}`];
  return kind === "token"
    ? ["--url", address, ...header, "--token", secrets.token]
    : ["--url", address.replace("http://", `http://ana:${secrets.password}@`), ...header];
}

const pair = Buffer.from(`ana:${secrets.password}`).toString("base64");

const storing: readonly (readonly string[])[] = [
  ["check", "--update"],
  ...["json", "md", "sarif", "xml", "txt"].map((ending) => ["check", "--report", `report.${ending}`]),
  ...commands,
  ["manifest"],
];

describe.each(["stdio", "token", "password"] as const)(
  "a server by %s that repeats what it is given",
  (kind) => {
    test.each(storing)("%s %s %s %s %s: no secret is printed or stored", async (...args) => {
      const folder = newFolder();
      const ended = await inProcess(folder, [...args, ...(await reached(kind))]);
      const texts = textsOf(folder, ended);
      expect(texts).not.toContain("hunter2");
      expect(texts).not.toContain(pair);
      expect(texts).not.toMatch(/is a bug of/);
    });

    test("conformance: no secret is printed, and none is in its reports", async () => {
      const folder = newFolder();
      const options = await reached(kind);
      expect((await inProcess(folder, ["import", ...options])).code).toBe(0);
      mkdirSync(join(folder, "reports"));
      const ended = await inProcess(folder, [
        "conformance",
        "--spec",
        "spec",
        "--report",
        "reports",
        ...options,
      ]);
      // With a password there is no bearer token, which the imported spec asks for.
      if (kind !== "password") expect(readdirSync(join(folder, "reports"))).toContain("report.html");
      const texts = textsOf(folder, ended);
      expect(texts).not.toContain("hunter2");
      expect(texts).not.toContain(pair);
    });
  },
);
