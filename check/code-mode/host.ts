/** The TypeScript that a real code-mode host makes of tools, where the project has installed one. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { findInstalled, type InstalledPackage } from "../installed/package.ts";
import type { PublishedTool } from "../surface/published-interface.ts";

export const hostPackage = "@cloudflare/codemode";

export interface HostTypes {
  readonly host: InstalledPackage;
  /** Undefined if the host could not be run. */
  readonly text: string | undefined;
}

/** A busy machine starts and loads slowly. */
const timeoutMs = 180_000;

/** In a text given with --eval, `import()` looks for packages in the working folder. */
const program = `
import { text } from "node:stream/consumers";
const { createBrowserCodeTool } = await import("${hostPackage}/browser");
const execute = () => undefined;
const list = JSON.parse(await text(process.stdin));
const tools = Object.fromEntries(list.map(({ name, ...tool }) => [name, { ...tool, execute }]));
const { description } = createBrowserCodeTool({ tools, executor: { execute }, description: "{{types}}" });
process.stdout.write(description);
`;

/** @param project the folder in whose `node_modules` the host is looked for. Undefined if it has none. */
export async function hostTypes(
  tools: readonly PublishedTool[],
  project: string,
): Promise<HostTypes | undefined> {
  const host = findInstalled(hostPackage, project);
  if (host === undefined) return undefined;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: project,
    stdio: ["pipe", "pipe", "ignore"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify(tools));
  const [printed, code] = await Promise.all([text(child.stdout), exited]);
  return { host, text: code === 0 ? printed : undefined };
}
