/** Runs the cases of kind tasks against a press. */
import type { Report } from "../../results/report.ts";
import { type PressFault, pressCases, pressTokens, servePress } from "./press-server.ts";
import { testServer } from "./test-server.ts";

/** @param isRefusing whether the press refuses every call */
export async function testPress(fault?: PressFault, isRefusing = false): Promise<Report> {
  const { url, close } = await servePress(fault, isRefusing);
  return testServer(url, {
    cases: pressCases,
    target: { name: "press", tokens: pressTokens, bindings: {} },
    selection: { kinds: ["tasks"] },
  }).finally(close);
}
