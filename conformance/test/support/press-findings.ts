/** Runs the cases of kind tasks against a press. */
import type { CaseFile } from "../../cases/format.ts";
import type { Report } from "../../results/report.ts";
import type { Kind } from "../../results/verdict.ts";
import { type PressFault, pressCases, pressTokens, servePress } from "./press-server.ts";
import { testServer } from "./test-server.ts";

/** @param isRefusing whether the press refuses every call */
export function testPress(fault?: PressFault, isRefusing = false): Promise<Report> {
  return testPressWith({ kinds: ["tasks"] }, pressCases, fault, isRefusing);
}

/** Runs the selected cases; those of the protocol may call the first tool of `cases`. */
export async function testPressWith(
  selection: { readonly kinds: readonly Kind[] },
  cases: CaseFile,
  fault?: PressFault,
  isRefusing?: boolean,
): Promise<Report> {
  const { url, close } = await servePress(fault, isRefusing);
  return testServer(url, {
    cases,
    target: { name: "press", tokens: pressTokens, bindings: {} },
    selection,
  }).finally(close);
}
