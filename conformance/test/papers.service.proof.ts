/** A server with habits that its spec cannot say: the suite accepts them, and finds mistakes beside them. */
import { expect, onTestFinished, test } from "vitest";
import {
  type PapersMistake,
  papersCases,
  papersTokens,
  servePapers,
} from "./support/servers/papers-server.ts";
import { testServer } from "./support/test-server.ts";

const target = {
  name: "papers",
  tokens: papersTokens.map((each) => ({ ...each, scopes: "all" as const })),
  bindings: {},
  refusalCode: "/data/reason",
};

async function testPapers(mistake: PapersMistake | undefined, cases: readonly string[]) {
  const served = await servePapers(mistake);
  onTestFinished(served.close);
  const { results } = await testServer(served.url, { cases: papersCases, target, selection: { cases } });
  return Object.fromEntries(results.map(({ subject, verdict }) => [subject.id, verdict.status]));
}

test.each<[what: string, cases: readonly string[]]>([
  ["a call in a state is not prepared by steps that lead out of it", ["states/paper/draft/publish"]],
  ["a state to which a call about another thing leads is reached for arguments", ["input/retract/reason/**"]],
  ["a value that needs another argument is tried in another example", ["input/decide/verdict/enum/*"]],
  [
    "what another tool refuses is tried",
    ["output/rename_paper/fits", "input/rename_paper/**", "failures/rename_paper/met/BLANK"],
  ],
  ["an empty text may be kept as null", ["input/write_paper/note/**", "results/write_paper/repeats/*"]],
  ["what is left out of a change stays", ["effects/rename_paper/paper/keeps-rest"]],
  ["a time of the state that is left may be gone", ["modes/publish/not-destructive"]],
  ["half of a position in a cursor may be another position", ["pages/list_papers/forged-cursor"]],
  [
    "refusals with codes in JSON-RPC errors are read",
    ["failures/*/silent", "failures/*/blank", "states/paper/published/*"],
  ],
])("%s", async (_, cases) => {
  const statuses = await testPapers(undefined, cases);
  expect(Object.keys(statuses).length).toBeGreaterThan(0);
  expect(Object.entries(statuses).filter(([, status]) => status !== "held")).toEqual([]);
});

test("a server that refuses what a paper has already can take nothing away by it", async () => {
  const id = "effects/rename_paper/paper/keeps-rest";
  expect(await testPapers("refuses-same", [id])).toEqual({ [id]: "inapplicable" });
});

test.each<[mistake: PapersMistake, id: string]>([
  ["publishes-drafts", "states/paper/draft/publish"],
  ["upper-case-in-renaming", "results/rename_paper/repeats/title"],
  ["renaming-clears-note", "effects/rename_paper/paper/keeps-rest"],
  ["forgets-title-when-published", "modes/publish/not-destructive"],
])("the mistake %s fails %s", async (mistake, id) => {
  const more = id.startsWith("results/") ? ["input/rename_paper/title/**"] : [];
  expect(await testPapers(mistake, [id, ...more])).toMatchObject({ [id]: "failed" });
});
