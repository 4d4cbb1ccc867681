/** Tests that a case about refusals needs no example where the tool refuses nothing. */
import { expect, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import { held, unverified } from "../results/verdict.ts";
import { markUndecidable } from "./unaskable.ts";
import type { Watch } from "./watch.ts";

const open = unverified("unobserved", "no call shows this");

test.each<[what: string, id: string, failures: readonly string[], isCalled: boolean, status: string]>([
  ["a list that refuses nothing", "output/list/declared", [], true, "inapplicable"],
  ["its errors", "errors/list/form", [], true, "inapplicable"],
  ["a list that may refuse", "output/list/declared", ["not_found"], true, "unverified"],
  ["a list that nobody called", "output/list/declared", [], false, "unverified"],
  ["another case about it", "pages/list/walk", [], true, "unverified"],
])("%s", (_, id, failures, isCalled, status) => {
  const cases = { tools: { list: { failures } }, cases: [] } as unknown as CaseFile;
  const watch = { verdict: () => (isCalled ? held : open) } as unknown as Watch;
  const subject = { id, kind: id.split("/")[0], tool: "list" };
  const judgement = { results: [{ subject, verdict: open }] } as never;
  const { results } = markUndecidable(
    judgement,
    cases,
    { name: "any", refusalCode: "/code" } as never,
    watch,
  );
  expect(results[0]?.verdict.status).toBe(status);
});
