/** Tests tools that move entities into others of their kind. */
import { expect, onTestFinished, test } from "vitest";
import {
  type DrawersMistake,
  drawersCases,
  drawersTokens,
  serveDrawers,
} from "../../test/support/servers/drawers-server.ts";
import { testServer } from "../../test/support/test-server.ts";

/** How the cases ended, those of itself, a child and a grandchild. */
async function listEnds(mistake?: DrawersMistake): Promise<readonly string[]> {
  const served = await serveDrawers(mistake);
  onTestFinished(() => served.close());
  const target = { name: "drawers", tokens: drawersTokens, bindings: {}, refusalCode: "/_meta/code" };
  const selection = { cases: ["effects/move_drawer/tree/*"] };
  const { results } = await testServer(served.url, { cases: drawersCases, target, selection });
  const ends = results.map(({ subject, verdict }): [string, string] => [
    subject.id.split("/").at(-1)!,
    verdict.status === "unverified" ? verdict.cause : verdict.status,
  ]);
  const byName = new Map(ends);
  return ["itself", "child", "grandchild"].map((name) => byName.get(name) ?? "missing");
}

test.each<[mistake: DrawersMistake | undefined, ends: readonly [string, string, string]]>([
  [undefined, ["held", "held", "held"]],
  ["into-itself", ["failed", "held", "held"]],
  ["into-a-child", ["held", "failed", "held"]],
  ["into-a-grandchild", ["held", "held", "failed"]],
  ["into-all", ["failed", "failed", "failed"]],
  ["refused-and-moved", ["failed", "failed", "failed"]],
  ["other-code", ["failed", "failed", "failed"]],
  ["never-moves", ["held", "setup", "setup"]],
])("the mistake %s is found by the cases about trees", async (mistake, ends) => {
  expect(await listEnds(mistake)).toEqual(ends);
});
