/** Programs that halt while they write, where they are killed or go on later. */

import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { inProcess, inProject, newProgram, start, toolwright } from "./cli.ts";

/** The moment at which a process stops: the n-th call on its staged files. */
interface Halt {
  readonly call: string;
  readonly nth: number;
  /** The end of this pipe lets it go on; without one it is killed. */
  readonly pipe?: string;
}

const second: Halt = { call: "writeFileSync", nth: 2 };

/** Moments of a run of `generate`. */
export const moments = [
  { when: "one is in its place", halt: { call: "renameSync", nth: 2 }, isEdited: true },
  { when: "some files are staged", halt: second },
  { when: "all are in their places", halt: { call: "rmSync", nth: 1 } },
] as const;

/** Commands that make a folder. */
export const makers: readonly { name: string; args: readonly string[]; program?: string }[] = [
  { name: "a spec", args: ["import", "--manifest", "manifest.json"] },
  { name: "a new folder", args: ["my-server"], program: newProgram },
  { name: "a folder that is there", args: ["there"], program: newProgram },
];

/** Kills a run of `generate`: the next run succeeds, and a later one removes the remains. */
export async function expectGenerated({ halt, isEdited }: { halt: Halt; isEdited?: boolean }): Promise<void> {
  await inProject(async (folder) => {
    expect(await killed(folder, ["generate"], halt)).toBe("SIGKILL");
    expect(staged(folder)).toHaveLength(1);
    if (isEdited) appendFileSync(join(folder, "spec/tools/find_book.yaml"), "title: Another\n");
    expect(await toolwright(folder, ["generate"])).toMatchObject({ code: 0 });
    expect(await toolwright(folder, ["generate", "--check"])).toMatchObject({ code: 0 });
    expect(staged(folder)).toHaveLength(1);
    age(folder);
    expect(await toolwright(folder, ["generate"])).toMatchObject({ code: 0 });
    expect(staged(folder)).toEqual([]);
  });
}

/** A run that makes a folder is killed: the next one makes it. */
export async function expectMade({ args, program }: (typeof makers)[number]): Promise<void> {
  await inProject(async (project) => {
    const folder = join(project, "workshop");
    mkdirSync(join(folder, "there"), { recursive: true });
    const tools = [{ name: "a", inputSchema: { type: "object" } }];
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ tools }));
    expect(await killed(folder, args, second, program)).toBe("SIGKILL");
    expect(staged(folder)).toHaveLength(1);
    age(folder);
    expect(await inProcess(folder, args, {}, program)).toMatchObject({ code: 0 });
    expect(staged(folder)).toEqual([]);
  });
}

/** Everything in the folder that is or looks staged. */
export function staged(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /staging[^/]*$/.test(path))
    .toSorted();
}

/** Makes everything that is or looks staged as old as if it was left an hour ago. */
export function age(folder: string): void {
  const before = new Date(Date.now() - 60 * 60 * 1_000);
  for (const path of staged(folder)) utimesSync(join(folder, path), before, before);
}

async function killed(
  folder: string,
  args: readonly string[],
  halt: Halt,
  program?: string,
): Promise<NodeJS.Signals> {
  const [, signal] = await once(halted(folder, args, halt, program), "close");
  return signal;
}

export function halted(folder: string, args: readonly string[], halt: Halt, program?: string) {
  const preload = pathToFileURL(join(import.meta.dirname, "halting-program.ts"));
  const child = start(
    folder,
    args,
    { NODE_OPTIONS: `--import=${preload}`, HALT: JSON.stringify(halt) },
    "pipe",
    program,
  );
  child.stdout!.resume();
  child.stderr!.resume();
  return child;
}
