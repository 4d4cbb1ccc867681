/** Tests what a run makes of optional fields, defaults within lists, ids of dashed groups, and things that change their parent. */
import { expect, onTestFinished, test } from "vitest";
import { type ClubOptions, clubCases, clubTokens, serveClub } from "./support/servers/club-server.ts";
import { testServer } from "./support/test-server.ts";

async function findVerdicts(options: ClubOptions, ...cases: string[]): Promise<object> {
  const served = await serveClub(options);
  onTestFinished(served.close);
  const target = { name: "club", tokens: clubTokens, bindings: {}, refusalCode: "/_meta/code" };
  const { results } = await testServer(served.url, { cases: clubCases, target, selection: { cases } });
  return Object.fromEntries(
    results.map(({ subject: { id }, verdict }) => [
      id,
      verdict.status === "unverified" ? verdict.cause : verdict.status,
    ]),
  );
}

const phones = [
  "fields/join_team/phone/with",
  "fields/join_team/phone/without",
  "fields/get_member/phone/with",
  "fields/get_member/phone/without",
  "fields/list_members/members/*/phone/with",
  "fields/list_members/members/*/phone/without",
];
const sizes = "results/join_team/repeats/kit";
const unknown = "access/get_member/member/unknown-id";
const foreign = "access/get_member/member/other-account";
const moves = [
  "output/change_team/example/other",
  "effects/change_team/member/others-stay",
  "effects/change_team/team/others-stay",
];

const picks = [
  "output/pick_players/example/one",
  "input/pick_players/members/minItems/at",
  "effects/pick_players/squad/others-stay",
];

const list = "pages/list_members";
const filters = [
  `${list}/filter/team/every-page`,
  `${list}/filter/name/every-page`,
  `${list}/filter/since/every-page`,
  `${list}/two-filters/team-name`,
  `${list}/two-filters/team-since`,
  `${list}/two-filters/name-since`,
];

const withAll = (ids: readonly string[], status: string) => Object.fromEntries(ids.map((id) => [id, status]));

test.each<[title: string, cases: readonly string[], ...others: string[]]>([
  ["optional fields are shown by things that were made with them", phones],
  ["optional fields are looked for on all pages", phones.slice(4), "access/**"],
  ["what lists leave out is repeated with its default", [sizes]],
  ["an id of dashed groups has an unknown one like it", [unknown, foreign]],
  ["a member changes to a team that is not the present one", moves],
  ["items of a list differ at the places of all its filters", filters],
  ["players are picked from the members with whom the squad was made", picks],
])("%s", async (_, cases, ...others) => {
  expect(await findVerdicts({}, ...cases, ...others)).toMatchObject(withAll(cases, "held"));
});

test("a refusal without a code is one of the arguments where valid ones are refused with a code", async () => {
  const cases = ["input/change_team/type/null", "input/change_team/type/lookalike"];
  expect(await findVerdicts({ isClosed: true }, ...cases)).toEqual(withAll(cases, "held"));
});

test.each<[mistake: NonNullable<ClubOptions["mistake"]>, ...cases: string[]]>([
  ["members-of-others", foreign],
  ["no-phones", phones[0]!, phones[2]!, phones[4]!],
  ["open-phones", phones[1]!, phones[3]!, phones[5]!],
  ["loses-sizes", sizes],
  ["one-filter", filters[3]!],
])("the mistake %s fails %s", async (mistake, ...cases) => {
  const others = cases.includes(sizes) ? ["input/join_team/**"] : [];
  expect(await findVerdicts({ mistake }, ...cases, ...others)).toMatchObject(withAll(cases, "failed"));
});
