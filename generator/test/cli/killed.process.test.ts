import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { inProcess, inProject, newProgram, start, toolwright } from "../support/cli/cli.ts";

/** Where a process halts: at the n-th call on what it stages. */
interface Halt {
  readonly call: string;
  readonly nth: number;
  /** The end of this pipe lets it go on; without one it is killed. */
  readonly pipe?: string;
}

const second: Halt = { call: "writeFileSync", nth: 2 };

describe.concurrent("a run that is killed while it writes", () => {
  test.each([
    { when: "some files are staged", halt: { call: "writeFileSync", nth: 2 } },
    { when: "one is in its place", halt: { call: "renameSync", nth: 2 }, isEdited: true },
    { when: "all are in their places", halt: { call: "rmSync", nth: 1 } },
  ])(
    "generate, when $when: the next one ends well, and a later one removes what is left",
    async ({ halt, isEdited }) => {
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
    },
  );

  test.each([
    { name: "a new folder", args: ["my-server"], program: newProgram, halt: second },
    { name: "a folder that is there", args: ["there"], program: newProgram, halt: second },
    { name: "a spec", args: ["import", "--manifest", "manifest.json"], halt: second },
  ])("$name is made by the next one", async ({ args, program, halt }) => {
    await inProject(async (project) => {
      const folder = join(project, "workshop");
      mkdirSync(join(folder, "there"), { recursive: true });
      const tools = [{ name: "a", inputSchema: { type: "object" } }];
      writeFileSync(join(folder, "manifest.json"), JSON.stringify({ tools }));
      expect(await killed(folder, args, halt, program)).toBe("SIGKILL");
      expect(staged(folder)).toHaveLength(1);
      age(folder);
      expect(await inProcess(folder, args, {}, program)).toMatchObject({ code: 0 });
      expect(staged(folder)).toEqual([]);
    });
  });
});

test("what a running process stages is left to it, and both end well", async () => {
  await inProject(async (folder) => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const first = halted(folder, ["generate"], { call: "renameSync", nth: 2, pipe });
    const ended = once(first, "close");
    // Opens as soon as the first one reads, which is where it halts.
    const end = await open(pipe, "w");
    expect(await toolwright(folder, ["generate", "--no-cache"])).toMatchObject({ code: 0 });
    expect(staged(folder)).toHaveLength(1);
    await end.close();
    expect(await ended).toEqual([0, null]);
    expect(staged(folder)).toEqual([]);
    expect(await toolwright(folder, ["generate", "--check"])).toMatchObject({ code: 0 });
  });
});

test("what a run staged a moment ago keeps nobody from making a new project", async () => {
  await inProject(async (project) => {
    const folder = join(project, "there");
    mkdirSync(join(folder, ".toolwright-staging-a1B2c3"), { recursive: true });
    expect(await inProcess(project, ["there"], {}, newProgram)).toMatchObject({ code: 0 });
    expect(staged(folder)).toHaveLength(1);
  });
});

test("names that only look staged are left alone", async () => {
  await inProject(async (folder) => {
    const generated = join(folder, "generated");
    const names = [".staging", ".toolwright-staging", ".toolwright-staging-area"];
    await toolwright(folder, ["generate"]);
    for (const name of names) mkdirSync(join(generated, name));
    age(folder);
    expect(await toolwright(folder, ["generate"])).toMatchObject({ code: 0 });
    expect(staged(folder)).toEqual(names.map((name) => join("generated", name)).toSorted());
  });
});

/** Everything in the folder that is or looks staged. */
function staged(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /staging[^/]*$/.test(path))
    .toSorted();
}

/** Makes everything that is or looks staged as old as if it was left an hour ago. */
function age(folder: string): void {
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

function halted(folder: string, args: readonly string[], halt: Halt, program?: string) {
  const preload = pathToFileURL(join(import.meta.dirname, "../support/cli/halting-program.ts"));
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
