import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess, inProject, newProgram, toolwright } from "../test/support/cli/cli.ts";
import {
  age,
  expectGenerated,
  expectMade,
  halted,
  makers,
  moments,
  staged,
} from "../test/support/cli/killed.ts";

// `killed.proof.ts` has the other moments and commands.
test("after a killed generate, the next run succeeds, and a later one removes the remains", () =>
  expectGenerated(moments[0]));

test("after a killed import, the next run writes the spec", () => expectMade(makers[0]!));

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

test("keeps files whose names only look staged", async () => {
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
