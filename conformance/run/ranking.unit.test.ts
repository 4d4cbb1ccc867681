/** The selection of cases for a run with few requests: the cases of our own service, with one token. */
import { describe, expect, test } from "vitest";
import type { InputCase } from "../cases/format.ts";
import { readCaseFile } from "../cases/load.ts";
import { checkCases } from "../checks/check-case.ts";
import { checks } from "../checks/index.ts";
import { parseOptions } from "../cli/options.ts";
import { planRun } from "../cli/test-target.ts";
import { countRequests, makePlan } from "./plan.ts";
import type { Runnable } from "./runnable.ts";

const cases = readCaseFile(new URL("../../generated/cases.json", import.meta.url));
const target = { folder: ".", url: "http://127.0.0.1:1/api/mcp", tokens: [{ token: "one" }] };
const plan = planRun(parseOptions([]), cases, target);
const tools = cases.manifest.map(({ name }) => name);
/** Each tool without a token, with a malformed and with an unknown one. */
const withoutToken = 3 * tools.length;

const inputs = (list: readonly Runnable[]) => list.filter((each): each is InputCase => each.kind === "input");
const constraintsIn = (list: readonly Runnable[]) =>
  new Set(
    inputs(list).flatMap(({ tool, expect, constraint }) =>
      expect === "refused" && constraint !== undefined ? [`${tool} ${constraint}`] : [],
    ),
  );

describe("with one token, ten minutes", () => {
  test("are enough for the protocol, the manifest, and most cases of the most important kinds of behaviour", () => {
    const kept = new Set(plan.cases.map(({ id }) => id));
    const all = [...checkCases(checks, cases, "http"), ...cases.cases];
    const left = all.filter(({ kind, id }) => ["protocol", "manifest"].includes(kind) && !kept.has(id));
    expect(left).toEqual([]);
    // Workflows with steps that the target cannot run come late: their first steps show little.
    const cut = new Set(
      all.map((each) => "workflow" in each && each.tool && !plan.isSendable(each) && each.workflow),
    );
    const isOfCut = (each: Runnable) => "workflow" in each && cut.has(each.workflow);
    const cost = (each: Runnable) => countRequests(each, cases, true);
    const sent = all.filter((each) => plan.isSendable(each) && !isOfCut(each) && cost(each) <= 20);
    const shareOf = (kind: string) => {
      const own = sent.filter((each) => each.kind === kind);
      return own.filter((each) => cost(each) === 0 || kept.has(each.id)).length / own.length;
    };
    const kinds = ["scenarios", "states", "access", "pages", "modes"];
    expect(kinds.filter((kind) => shareOf(kind) < 0.8)).toEqual([]);
    expect(plan.requests).toBeLessThanOrEqual(1200 + withoutToken);
  });

  test("decide all of authorization that this token can, and most of the kinds whose cases need few requests", () => {
    // The digits of one number need some thirty requests, the addresses of a result a look in every state.
    const needsMany = (each: Runnable) => countRequests(each, cases, true) > 10;
    const all = [...plan.cases, ...plan.standby].filter((each) => plan.isSendable(each) && !needsMany(each));
    const kept = new Set(plan.cases);
    const shareOf = (kind: string) => {
      const own = all.filter((each) => each.kind === kind);
      return own.filter((each) => kept.has(each)).length / own.length;
    };
    expect(shareOf("authorization")).toBe(1);
    const kinds = ["output", "errors", "failures", "resources", "prompts"];
    expect(kinds.filter((kind) => shareOf(kind) < 0.8)).toEqual([]);
    // Cases of these need more requests: the plan has some of each, and the run decides more with what others leave.
    const dearer = ["arguments", "concurrency", "replay", "results"];
    expect(dearer.filter((kind) => shareOf(kind) < 0.4)).toEqual([]);
  });

  test("decide first what no token and invented ones may do, at each tool", () => {
    const tight = planRun(parseOptions(["--max-requests", "50"]), cases, target);
    const tried = tight.cases.flatMap((each) =>
      each.kind === "authorization" && "with" in each ? [`${each.with} ${each.tool}`] : [],
    );
    const wanted = ["none", "malformed", "unknown"].flatMap((token) =>
      tools.map((tool) => `${token} ${tool}`),
    );
    expect(tried).toEqual(expect.arrayContaining(wanted));
  });

  test.each(tools)("try arguments of %s: valid ones, and one against each keyword", (tool) => {
    const ofTool = (list: readonly Runnable[]) => inputs(list).filter((each) => each.tool === tool);
    const keywords = (list: readonly InputCase[]) =>
      new Set(list.flatMap(({ breaks }) => (breaks === undefined ? [] : [breaks.keyword])));
    const kept = ofTool(plan.cases);
    expect(kept.some((each) => each.expect === "accepted")).toBe(true);
    expect(keywords(kept)).toEqual(keywords(ofTool(cases.cases)));
  });

  test("are used, if they do not suffice, for arguments rather than for first steps of workflows that cannot go on", () => {
    const tight = planRun(parseOptions(["--max-requests", "700"]), cases, target);
    const keywords = (list: readonly Runnable[]) =>
      new Set(inputs(list).flatMap(({ tool, breaks }) => (breaks ? [`${tool} ${breaks.keyword}`] : [])));
    expect(keywords(tight.cases)).toEqual(keywords(inputs(cases.cases)));
    const steps = (list: readonly Runnable[]) => list.filter((each) => "workflow" in each && each.tool);
    const cut = steps([...tight.cases, ...tight.standby]).filter((each) => !tight.isSendable(each));
    const workflows = new Set(cut.map((each) => "workflow" in each && each.workflow));
    const first = steps(tight.cases).filter((each) => tight.isSendable(each));
    expect(workflows.size).toBeGreaterThan(0);
    expect(first.filter((each) => "workflow" in each && workflows.has(each.workflow))).toEqual([]);
  });

  test("break more than a hundred constraints, and additional requests break others", () => {
    const kept = constraintsIn(plan.cases);
    expect(kept.size).toBeGreaterThan(100);
    const next = inputs(plan.standby).slice(0, 50);
    expect(constraintsIn([...plan.cases, ...next]).size).toBe(kept.size + constraintsIn(next).size);
  });

  test("omit the cases that need many requests, and list them by kind", () => {
    expect(plan.standby.map(({ id }) => id)).toContain("limits/request_rate/over");
    expect(plan.omitted).toEqual([]);
  });
});

test("each case alone is planned, as --case ID does", () => {
  const selection = { kinds: [], tools: [], cases: [] };
  const settings = { selection, readOnly: false, maxRequests: Number.POSITIVE_INFINITY };
  for (const each of cases.cases) expect(makePlan(cases, [each], settings).cases).toEqual([each]);
});
