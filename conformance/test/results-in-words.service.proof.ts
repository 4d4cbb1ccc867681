/** A server whose results are lines of text and whose refusals are sentences: by `output_as` it is tested as any other one. */
import { expect, onTestFinished, test } from "vitest";
import type { Selection } from "../run/plan.ts";
import {
  type ChoresMistake,
  choresCases,
  choresTokens,
  serveChores,
} from "./support/servers/chores-server.ts";
import { testServer } from "./support/test-server.ts";

const target = {
  name: "chores",
  tokens: choresTokens.map((each) => ({ ...each, scopes: "all" as const })),
  bindings: {},
};

async function testChores(mistake?: ChoresMistake, selection: Partial<Selection> = {}) {
  const served = await serveChores(mistake);
  onTestFinished(served.close);
  const { results } = await testServer(served.url, { cases: choresCases, target, selection });
  return results;
}

test("a healthy server has no finding, and what it writes is tested", async () => {
  const results = await testChores();
  const ids = (wanted: string) =>
    results.filter(({ verdict: { status } }) => status === wanted).map(({ subject: { id } }) => id);
  expect(ids("failed")).toEqual([]);
  expect(ids("held")).toEqual(
    expect.arrayContaining([
      "states/chore/open/finish",
      "effects/edit_chore/chore/keeps-rest",
      "results/add_chore/repeats/notes",
      "results/list_chores/agrees-with/show_chore/title",
      "pages/list_chores/filter/room",
      "failures/show_chore/met/unknown",
    ]),
  );
});

test.each<[mistake: ChoresMistake, id: string]>([
  ["finishing-clears-notes", "effects/finish_chore/chore/keeps-rest"],
  ["list-shows-done-as-open", "pages/list_chores/filter/status"],
  ["filter-ignores-room", "pages/list_chores/filter/room"],
  ["finishes-twice", "states/chore/done/finish"],
  ["refuses-with-the-other-code", "states/chore/done/finish"],
  ["editing-clears-room", "effects/edit_chore/chore/keeps-rest"],
  ["urgent-has-no-effect", "results/add_chore/repeats/urgent"],
  ["status-in-other-words", "states/chore/open/finish"],
  ["title-cut-in-list", "results/list_chores/agrees-with/show_chore/title"],
])("the mistake %s fails %s", async (mistake, id) => {
  const more = id.startsWith("results/") ? ["output/add_chore/**", "pages/**"] : [];
  const results = await testChores(mistake, { cases: [id, ...more] });
  const found = results.find(({ subject }) => subject.id === id);
  expect(found?.verdict.status).toBe("failed");
});

test("a line in other words is a finding that says how the text is read", async () => {
  const cases = ["output/finish_chore/fits", "states/chore/open/finish"];
  const results = await testChores("status-in-other-words", { cases });
  const found = results.find(({ subject }) => subject.id === "output/finish_chore/fits")!;
  expect(found.verdict).toMatchObject({
    got: expect.stringContaining(
      "must have required property 'status', as its text is read by the lines of output_as",
    ),
  });
});
