/** The generated conformance.test.ts, run by vitest in a project: it passes for a server that follows its spec, and reports the faults of one that does not. */
import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Call } from "@toolwright/runtime";
import { expect, test } from "vitest";
import { emitConformanceTest } from "../../generator/emit/conformance-test.ts";
import { inTemporaryProject } from "../../generator/test/support/temporary-project.ts";
import {
  expiredToken,
  NotesHandlers,
  notesCases,
  revokedToken,
  serveNotes,
  tokenScopes,
} from "./support/notes-server.ts";

const vitest = dirname(createRequire(import.meta.url).resolve("vitest/package.json"));
/** Reads the packages of this repository from their sources. */
const config = `export default { ssr: { resolve: { conditions: ["toolwright-source", "module", "node"] } } };\n`;

/** Runs the generated tests of the notes against a server. */
async function tested(url: string, withBindings = true): Promise<{ code: number; output: string }> {
  return inTemporaryProject(async (project) => {
    const { path, text } = emitConformanceTest();
    writeFileSync(join(project, path), text);
    writeFileSync(join(project, "cases.json"), JSON.stringify(notesCases));
    writeFileSync(
      join(project, "target.yaml"),
      JSON.stringify({ url, tokens: tokens(), bindings: withBindings ? bindings : {} }),
    );
    writeFileSync(join(project, "vitest.config.js"), config);
    symlinkSync(vitest, join(project, "node_modules", "vitest"), "dir");
    const env = {
      ...process.env,
      NODE_OPTIONS: "--conditions=toolwright-source",
      CONFORMANCE_TARGET: "target.yaml",
      TOKEN: undefined,
    };
    const command = [join(vitest, "vitest.mjs"), "run", "--reporter", "verbose", "--no-color"];
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd: project, env });
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  });
}

/** Without it no example of notes_get names a note that exists. */
const bindings = { id: { tool: "notes_create", input: { title: "Bound" }, output: "/id" } };

function tokens(): object[] {
  return [
    ...Object.entries(tokenScopes).map(([token, scopes]) => ({ token, scopes })),
    { token: expiredToken, is: "expired" },
    { token: revokedToken, is: "revoked" },
  ];
}

test("vitest runs the cases: they pass for a server that follows its spec", async () => {
  const { url, close } = await serveNotes();
  const { code, output } = await tested(url).finally(close);
  expect(output).toMatch(/✓ .*manifest/);
  expect(output).toContain("every accepted result is still needed");
  expect(output).not.toMatch(/Tests .*failed/);
  expect(code).toBe(0);
});

test("vitest runs the cases: a case that could not be verified fails, and says what would verify it", async () => {
  const { url, close } = await serveNotes();
  const { code, output } = await tested(url, false).finally(close);
  expect(code).toBe(1);
  expect(output).toMatch(/× .*input\/notes_get\/id\/pattern\/at/);
  expect(output).toContain("Not verified: the call was refused with not_found. Add a binding or a hook");
});

test("vitest runs the cases: they fail for a server that breaks its spec, and the message says why", async () => {
  class Forgetful extends NotesHandlers {
    override get({ id }: { id: string }, call: Call<"not_found">): object {
      const { title: _, ...rest } = super.get({ id }, call) as { title: string };
      return rest;
    }
  }
  const { url, close } = await serveNotes({ handlers: new Forgetful() });
  const { code, output } = await tested(url).finally(close);
  expect(code).toBe(1);
  expect(output).toMatch(/× .*notes_get/);
  expect(output).toMatch(/expected /);
});
