/** Runs npm and installed programs like a user's shell, with the Node of the test's choice. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";

export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a command where the `node` of this folder is the one that is found first. */
export async function run(
  cwd: string,
  command: string,
  args: readonly string[],
  node = dirname(process.execPath),
  variables: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, {
      cwd,
      env: { ...environment(node), ...variables },
      maxBuffer: 50_000_000,
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** The environment without the variables and paths by which npm leads its scripts to this repository. */
export function environment(node = dirname(process.execPath)): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|INIT_CWD|NODE_OPTIONS|VITEST)/.test(name),
  );
  const paths = (process.env.PATH ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
  return { ...Object.fromEntries(own), PATH: [node, ...paths].join(delimiter) };
}

/** @returns the output */
export async function succeeds(...args: Parameters<typeof run>): Promise<string> {
  const { code, output } = await run(...args);
  expect({ code, output }).toEqual({ code: 0, output });
  return output;
}

/**
 * Installs a version of Node below `folder`.
 *
 * @returns the folder with its `node`
 */
export async function installNode(folder: string, version: string): Promise<string> {
  const tools = join(folder, `node-${version}`);
  await mkdir(tools);
  await writeFile(join(tools, "package.json"), '{ "private": true, "allowScripts": { "node": true } }');
  await succeeds(tools, "npm", ["install", `node@${version}`]);
  return join(tools, "node_modules", "node", "bin");
}
