/** A killed `generate` leaves no remains; `killed.proof.ts` has other moments and commands. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProject, toolwright } from "../test/support/cli/cli.ts";
import { age, expectGenerated, moments, staged } from "../test/support/cli/halted-programs.ts";

test("after a killed generate, the next run succeeds, and a later one removes the remains", () =>
  expectGenerated(moments[0]));

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
