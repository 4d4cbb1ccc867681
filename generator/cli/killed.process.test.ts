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
test("a run of generate that is killed while it writes: the next one ends well, and a later one removes what is left", () =>
  expectGenerated(moments[0]));

test("a spec whose import was killed is made by the next one", () => expectMade(makers[0]!));

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
