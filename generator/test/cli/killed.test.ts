import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { inProject, start, toolwright } from "./cli.ts";

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
    { when: "some files are staged", halt: { call: "openSync", nth: 2 } },
    { when: "one is in its place", halt: { call: "renameSync", nth: 2 }, isEdited: true },
    { when: "all are in their places", halt: { call: "rmSync", nth: 1 } },
  ])("generate, when $when: the next one tidies up and ends well", async ({ halt, isEdited }) => {
    await inProject(async (folder) => {
      expect(await killed(folder, ["generate"], halt)).toBe("SIGKILL");
      expect(staged(folder)).toHaveLength(1);
      if (isEdited) appendFileSync(join(folder, "spec/tools/find_book.yaml"), "title: Another\n");
      expect(await toolwright(folder, ["generate"])).toMatchObject({ code: 0 });
      expect(staged(folder)).toEqual([]);
      expect(await toolwright(folder, ["generate", "--check"])).toMatchObject({ code: 0 });
    });
  });

  test.each([
    { name: "a new folder", args: ["new", "my-server"], halt: second },
    { name: "a folder that is there", args: ["new", "there"], halt: second },
    { name: "a spec", args: ["import", "--manifest", "manifest.json"], halt: second },
  ])("$name is made by the next one", async ({ args, halt }) => {
    await inProject(async (project) => {
      const folder = join(project, "workshop");
      mkdirSync(join(folder, "there"), { recursive: true });
      const tools = [{ name: "a", inputSchema: { type: "object" } }];
      writeFileSync(join(folder, "manifest.json"), JSON.stringify({ tools }));
      expect(await killed(folder, args, halt)).toBe("SIGKILL");
      expect(staged(folder)).toHaveLength(1);
      expect(await toolwright(folder, args)).toMatchObject({ code: 0 });
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

test("what another machine stages is left to it for a day; names that only look alike for ever", async () => {
  await inProject(async (folder) => {
    const generated = join(folder, "generated");
    const [young, old] = [".staging-00000000-1-000000000001", ".staging-00000000-1-000000000002"];
    const others = [".staging", ".staging-area", ".staging-1-2-3"];
    await toolwright(folder, ["generate"]);
    for (const name of [young, old, ...others]) {
      mkdirSync(join(generated, name));
      writeFileSync(join(generated, name, "types.ts"), "");
    }
    const before = new Date(Date.now() - 25 * 60 * 60 * 1_000);
    for (const name of [old, ...others]) utimesSync(join(generated, name), before, before);
    expect(await toolwright(folder, ["generate"])).toMatchObject({ code: 0 });
    expect(staged(folder)).toEqual([...others, young].map((name) => join("generated", name)).toSorted());
  });
});

/** Everything in the folder that is or looks staged. */
function staged(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.staging[^/]*$/.test(path))
    .toSorted();
}

async function killed(folder: string, args: readonly string[], halt: Halt): Promise<NodeJS.Signals> {
  const [, signal] = await once(halted(folder, args, halt), "close");
  return signal;
}

function halted(folder: string, args: readonly string[], halt: Halt) {
  const preload = pathToFileURL(join(import.meta.dirname, "halting-program.ts"));
  const child = start(folder, args, { NODE_OPTIONS: `--import=${preload}`, HALT: JSON.stringify(halt) });
  child.stdout!.resume();
  child.stderr!.resume();
  return child;
}
