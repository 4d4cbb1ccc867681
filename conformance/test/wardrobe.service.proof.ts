/** A wardrobe whose healthy server once had findings that were false: the suite accepts it, tries what it had not tried, and finds mistakes beside. */
import { expect, onTestFinished, test } from "vitest";
import {
  serveWardrobe,
  type WardrobeMistake,
  wardrobeCases,
  wardrobeTokens,
} from "./support/servers/wardrobe/server.ts";
import { testServer } from "./support/test-server.ts";

const target = {
  name: "wardrobe",
  tokens: wardrobeTokens.map((each) => ({ ...each, scopes: "all" as const })),
  bindings: {},
  refusalCode: "/_meta/code",
};

async function testWardrobe(mistake: WardrobeMistake | undefined, cases: readonly string[]) {
  const served = await serveWardrobe(mistake);
  onTestFinished(served.close);
  const { results } = await testServer(served.url, { cases: wardrobeCases, target, selection: { cases } });
  return Object.fromEntries(results.map(({ subject, verdict }) => [subject.id, verdict.status]));
}

test.each<[what: string, cases: readonly string[]]>([
  [
    "what conditions choose may leave a list",
    ["effects/count_cloth/cloth/changes", "modes/count_cloth/not-destructive", "results/list_scarce/**"],
  ],
  ["a list shows the value of a thing that names another one of its kind", ["effects/cut_cloth/**"]],
  [
    "the call of a transition changes the state beside the places of a rule",
    ["effects/soak_cloth/cloth/changes"],
  ],
  ["the reason of a block ends with it", ["modes/unblock_member/not-destructive"]],
  ["an example of an id that nothing has is sent as it is", ["failures/get_cloth/**"]],
  ["what begins later is made to begin now", ["states/hire/**", "effects/take_back/**"]],
  ["the hire that is out comes back for those who wait", ["states/wish/**"]],
])("%s", async (_, cases) => {
  const statuses = await testWardrobe(undefined, cases);
  expect(Object.keys(statuses).length).toBeGreaterThan(0);
  expect(Object.entries(statuses).filter(([, status]) => status !== "held")).toEqual([]);
});

test.each<[mistake: WardrobeMistake, id: string]>([
  ["lists-what-is-enough", "results/list_scarce/listed/cloths"],
  ["cuts-what-is-not-there", "effects/cut_cloth/takes/more"],
  ["counting-moves-cloth", "effects/count_cloth/cloth/changes"],
  ["unblocking-clears-phone", "modes/unblock_member/not-destructive"],
  ["hand-out-is-forgotten", "states/hire/booked/hand_out"],
  ["offers-to-the-last", "states/wish/waiting/offer/queue"],
])("the mistake %s fails %s", async (mistake, id) => {
  expect(await testWardrobe(mistake, [id])).toEqual({ [id]: "failed" });
});
