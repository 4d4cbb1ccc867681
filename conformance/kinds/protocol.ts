/** Judges the cases of kind protocol: runs the checks of each version. */
import type { Context } from "../calls/context.ts";
import { NoToken, NoTool } from "../checks/check.ts";
import type { CheckCase } from "../checks/check-case.ts";
import { inapplicable, unverified, type Verdict } from "../results/verdict.ts";
import { offeredVersions } from "./offered-versions.ts";
import { probesOf } from "./probe.ts";

/**
 * A check without a token or a tool is unverified. A check of a version that the target does not offer is not
 * applicable, unless the spec names the version.
 */
export function protocolJudge(context: Context): (each: CheckCase) => Promise<Verdict> {
  const probeFor = probesOf(context);
  const offeredOnce = offeredVersions(probeFor, context.cases.server.protocolVersions);
  return async ({ check, version, id }) => {
    try {
      const offered = await offeredOnce();
      const why = `the target does not speak MCP ${version}`;
      const isPromised = offered.length === 0 || context.cases.server.namesVersions === true;
      if (!offered.includes(version)) return isPromised ? unverified("not-offered", why) : inapplicable(why);
      return await check.run(probeFor(version, id));
    } catch (error) {
      if (error instanceof NoToken) return unverified("no-hook", error.message);
      if (error instanceof NoTool) return unverified("unobserved", error.message);
      throw error;
    }
  };
}
