/** Counts breaks in one unit for every report: the calls that are refused; a break that no call shows is counted by its places. */
import { canonical } from "@toolwright/json-schema";
import { formatCount } from "../report/wording.ts";
import type { CheckFinding } from "./verdict.ts";

/** `2 calls that worked are refused now`, `1 promise is broken`; empty: nothing breaks. */
export function breakPhrases(breaks: readonly CheckFinding[]): string[] {
  const calls = new Set(breaks.flatMap(({ calls = [] }) => calls.map((call) => canonical([call]))));
  const withoutCall = breaks.filter((each) => each.calls === undefined);
  const [results, promises] = [withoutCall.filter(isResult), withoutCall.filter((each) => !isResult(each))];
  return [
    phrase(calls.size, "call that worked is refused now", "calls that worked are refused now"),
    phrase(
      countPlaces(results),
      "part of a result is not what it was",
      "parts of results are not what they were",
    ),
    phrase(countPlaces(promises), "promise is broken", "promises are broken"),
  ].filter((text) => text !== "");
}

function isResult({ code }: CheckFinding): boolean {
  return code.startsWith("output-");
}

function countPlaces(findings: readonly CheckFinding[]): number {
  return findings.reduce((sum, { places }) => sum + places.length, 0);
}

export function phrase(count: number, one: string, many: string): string {
  return count === 0 ? "" : formatCount(count, one, many);
}
