/** Runs every command that reads a server at one with edited answers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCheck } from "../../../../check/command/run.ts";
import { main } from "../../../../conformance/cli/main.ts";
import { readSpec } from "../../../files/spec.ts";
import { captured, type Ended, toolwright } from "../cli/cli.ts";
import { mainToken, modelOf, serve } from "../mock/serving.ts";
import { serveEdited } from "./edited-server.ts";
import type { Edit } from "./edits.ts";

/** The most requests of one command. A healthy server gets a tenth of them. */
const mostRequests = 2_000;

/** A command, and what is wrong with how it ended. */
export interface Complaint {
  readonly command: string;
  readonly problem: string;
}

/** Runs the commands one after the other. */
export async function complaintsAt(edits: readonly Edit[]): Promise<Complaint[]> {
  const folder = mkdtempSync(join(tmpdir(), "answers-"));
  const server = await serveEdited(edits);
  const found: Complaint[] = [];
  const at = ["--url", server.url, "--timeout", "10"];
  const judge = async (command: string, run: () => Promise<Ended>): Promise<Ended> => {
    const before = server.requests();
    const ended = await run().catch((error) => ({
      code: -1,
      stdout: "",
      stderr: String(error?.stack ?? error),
    }));
    found.push(...problemsOf(ended, server.requests() - before).map((problem) => ({ command, problem })));
    return ended;
  };
  const command = (...args: readonly string[]) => judge(args.join(" "), () => toolwright(folder, args));
  try {
    writeFileSync(join(folder, "manifest.json"), server.manifest);
    await judge("check", () => checked(folder, [...at, "--lock", "none.json"]));
    await command("manifest", ...at, "--out", "tools.json");
    await command("manifest", ...at, "--typescript");
    await command("portability", "--manifest", "manifest.json");
    await command("diff", "manifest.json", "--url", server.url);
    await command("verify", "--manifest", "manifest.json", ...at);
    await command("client", "manifest.json");
    await command("import", ...at, "--out", "spec");
    await command("generate", "--spec", "spec", "--out", "generated");
    // On stdout it has data for the suite, which are not for terminals.
    let cases = "";
    const { code } = await judge("cases", async () => {
      const ended = await toolwright(folder, ["cases", "--spec", "spec"]);
      cases = ended.stdout;
      return { ...ended, stdout: "" };
    });
    if (code !== 0) return found;
    mkdirSync(join(folder, "generated"), { recursive: true });
    writeFileSync(join(folder, "generated", "cases.json"), cases);
    await judge("mock", () => mocked(folder));
    await judge("conformance", () => tested(folder, [...at, "--report", "report"]));
    return found;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function checked(folder: string, args: readonly string[]): Promise<Ended> {
  return captured(folder, {}, ({ stdout, stderr }) =>
    runCheck(args, { stdout, stderr, env: {}, folder, signal: new AbortController().signal }),
  );
}

/** Serves a mock of the spec, and reads it. */
async function mocked(folder: string): Promise<Ended> {
  const { url, close } = await serve(modelOf(readSpec(join(folder, "spec"))));
  return await toolwright(folder, ["stats", "--url", url, "--token", mainToken]).finally(close);
}

function tested(folder: string, args: readonly string[]): Promise<Ended> {
  return captured(folder, {}, ({ stdout, stderr }) => main(args, { stdout, stderr, env: {} }));
}

/** What no output may have. */
const faults: readonly (readonly [problem: string, expression: RegExp])[] = [
  ["a bug", /is a bug of|a bug of toolwright|^\s+at .*:\d+:\d+/m],
  ["a raw control character", /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u],
  ["a forged line", /^\s*::error::forged/m],
];

function problemsOf({ code, stdout, stderr }: Ended, requests: number): string[] {
  const text = stdout + stderr;
  return [
    ...faults.flatMap(([problem, expression]) => {
      const { index } = expression.exec(text) ?? {};
      return index === undefined ? [] : [`${problem}: ${text.slice(Math.max(0, index - 300), index + 900)}`];
    }),
    ...([0, 1, 2].includes(code ?? -1) ? [] : [`exit code ${code}`]),
    ...(requests > mostRequests ? [`${requests} requests`] : []),
  ];
}
