/** From the lock file of a server to a spec and to a typed client that calls it. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { inProcess, toolwright } from "../test/support/cli/cli.ts";
import { inTemporaryProject, repository } from "../test/support/temporary-project.ts";

const units = [
  "--conditions=toolwright-source",
  join(repository, "conformance/test/support/servers/units-program.ts"),
];
const unitsCommand = [process.execPath, ...units].map((part) => `"${part}"`).join(" ");
const typescript = join(repository, "node_modules/typescript/bin/tsc");

/** The messages of the compiler for `call.ts` in a folder. */
function compile(folder: string, statement: string): string {
  const text = `import type { Client } from "./mcp-client/client.ts";\nexport async function call(server: Client) {\n  ${statement}\n}\n`;
  writeFileSync(join(folder, "call.ts"), text);
  const options = ["--strict", "--module", "nodenext", "--target", "es2024", "--allowImportingTsExtensions"];
  const args = [typescript, "--noEmit", ...options, "--customConditions", "toolwright-source", "call.ts"];
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test("a typed client of the lock file calls the server, and the compiler rejects a call that does not fit", async () => {
  await inTemporaryProject(async (folder) => {
    await inProcess(folder, ["check", "--command", unitsCommand, "--update"]);
    expect(await toolwright(folder, ["client"])).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(
        /^mcp-client\/client\.ts calls the 2 tools of units 2\.0\.0 with types \(2 changed\)\.\n/,
      ),
    });
    expect(readdirSync(join(folder, "mcp-client")).sort()).toEqual(["client.ts", "types.ts"]);
    expect((await toolwright(folder, ["client"])).stderr).toContain("(nothing changed)");

    expect(compile(folder, 'return await server.convert({ value: 2, from: "km", to: "m" });')).toBe("");
    expect(compile(folder, 'return await server.convert({ value: "2", from: "km", to: "m" });')).toContain(
      "Type 'string' is not assignable to type 'number'.",
    );

    const client = new Client({ name: "caller", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: units }));
    const { createClient } = await import(pathToFileURL(join(folder, "mcp-client/client.ts")).href);
    const called = await createClient(client).convert({ value: 2, from: "km", to: "m" });
    await client.close();
    expect(called).toMatchObject({ ok: true });
  });
});

test("the spec of a lock file generates the manifest of the server, and check writes the same spec", async () => {
  await inTemporaryProject(async (folder) => {
    await inProcess(folder, ["check", "--command", unitsCommand, "--update"]);
    expect(await toolwright(folder, ["import", "mcp.lock.json", "--out", "a"])).toMatchObject({ code: 0 });
    const args = ["check", "--command", unitsCommand, "--write-spec", "b"];
    expect(await inProcess(folder, args)).toMatchObject({ code: 0 });
    const { tools } = JSON.parse(readFileSync(join(folder, "mcp.lock.json"), "utf8"));
    for (const spec of ["a", "b"]) {
      const { stdout } = await toolwright(folder, ["manifest", "--spec", spec]);
      expect(JSON.parse(stdout)).toEqual({ tools });
    }
  });
});

test("diff and portability read a lock file, with its resources and prompts", async () => {
  await inTemporaryProject(async (folder) => {
    const program = join(repository, "generator/test/support/import/skills-program.ts");
    const command = `"${process.execPath}" "${program}"`;
    await inProcess(folder, ["check", "--command", command, "--update"]);
    const same = await toolwright(folder, ["diff", "mcp.lock.json", "--command", command]);
    expect(same.code).toBe(0);
    expect(same.stdout).toContain(": no difference");
    // The sentence about what was not compared names them for a manifest.
    expect(same.stdout).not.toContain("Resources");
    const text = readFileSync(join(folder, "mcp.lock.json"), "utf8");
    writeFileSync(join(folder, "edited.lock.json"), text.replace("lengths", "widths"));
    for (const other of [
      ["diff", "mcp.lock.json"],
      ["portability", "--manifest"],
    ])
      expect(await toolwright(folder, [...other, "edited.lock.json"])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("edited.lock.json was edited by hand, or merged"),
      });
  });
});
