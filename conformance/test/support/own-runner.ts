/** Runs the generated conformance.test.ts by vitest, in a project of its own. */
import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { emitConformanceTest } from "../../../generator/emit/conformance-test.ts";
import { inTemporaryProject } from "../../../generator/test/support/temporary-project.ts";
import { expiredToken, revokedToken, specFolder, storedCasesOf, tokenScopes } from "./notes-server.ts";

const vitest = dirname(createRequire(import.meta.url).resolve("vitest/package.json"));
/** Reads the packages of this repository from their sources. */
const config = `export default { ssr: { resolve: { conditions: ["toolwright-source", "module", "node"] } } };\n`;

/** Runs the generated tests of the notes against a server. */
export async function tested(url: string, withBindings = true): Promise<{ code: number; output: string }> {
  return inTemporaryProject(async (project) => {
    const { path, text } = emitConformanceTest();
    writeFileSync(join(project, path), text);
    writeFileSync(join(project, "cases.json"), storedCasesOf(specFolder));
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

/** The binding of the examples of notes_get, which otherwise name no existing note. */
const bindings = { id: { tool: "notes_create", input: { title: "Bound" }, output: "/id" } };

function tokens(): object[] {
  return [
    ...Object.entries(tokenScopes).map(([token, scopes]) => ({ token, scopes })),
    { token: expiredToken, is: "expired" },
    { token: revokedToken, is: "revoked" },
  ];
}
