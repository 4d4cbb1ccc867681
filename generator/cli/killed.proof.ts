/** Proof: kills runs at other moments than `killed.process.proof.ts`, and other commands. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess, inProject, newProgram, toolwright } from "../test/support/cli/cli.ts";
import {
  expectGenerated,
  expectMade,
  halted,
  makers,
  moments,
  staged,
} from "../test/support/cli/halted-programs.ts";

describe.concurrent("a run killed while it writes", () => {
  test.each(moments.slice(1))(
    "generate, when $when: the next one ends well, and a later one removes what is left",
    expectGenerated,
  );

  test.each(makers)("$name is made by the next one", expectMade);
});

test("two running processes keep each other's staged files, and both succeed", async () => {
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

test("fresh staged files do not prevent a new project", async () => {
  await inProject(async (project) => {
    const folder = join(project, "there");
    mkdirSync(join(folder, ".toolwright-staging-a1B2c3"), { recursive: true });
    expect(await inProcess(project, ["there"], {}, newProgram)).toMatchObject({ code: 0 });
    expect(staged(folder)).toHaveLength(1);
  });
});
