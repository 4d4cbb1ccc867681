import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSpec } from "../../files/spec.ts";
import { generate } from "../support/fixtures.ts";
import { expectGolden } from "../support/golden.ts";

test("the fixture server is up to date with its spec", async () => {
  const want = join(import.meta.dirname, "want");
  const files = await generate(readSpec(join(import.meta.dirname, "spec")));
  for (const path of readdirSync(want, { recursive: true, encoding: "utf8" })) {
    if (!/\.(ts|json)$/.test(path)) continue;
    const file = files.find((candidate) => candidate.path === path.replaceAll("\\", "/"));
    expect(file, `nothing generates ${path}`).toBeDefined();
    expectGolden(join(want, path), file!.text);
  }
});
