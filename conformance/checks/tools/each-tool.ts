import { isObject, type JsonObject } from "../../cases/edits.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import type { Probe } from "../check.ts";
import { toolsIn } from "../responses.ts";

/** Checks every tool on the first page of `tools/list`. Fails with the first problem. */
export async function checkEachTool(
  probe: Probe,
  problemOf: (entry: JsonObject) => string | undefined,
  expected: string,
): Promise<Verdict> {
  const response = await probe.sendOnce({ method: "tools/list" });
  const tools = toolsIn(response);
  if (tools === undefined) return probe.failed("a list of tools", response);
  for (const entry of tools) {
    const problem = isObject(entry) ? problemOf(entry) : `${JSON.stringify(entry)} in the list`;
    if (problem !== undefined) return probe.failed(expected, response, problem);
  }
  return held;
}
