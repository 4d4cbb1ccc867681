/** Judges the cases of the kinds protocol and oauth: runs the checks. */
import type { Context } from "../calls/context.ts";
import type { CheckCase } from "../checks/check-case.ts";
import { describesItself } from "../checks/oauth/resource-metadata.ts";
import { makeProbes } from "../checks/probe.ts";
import { inapplicable, unverified, type Verdict } from "../results/verdict.ts";
import { findOfferedVersions } from "./offered-versions.ts";

/**
 * A check without a token or a tool is unverified. A check of a version that the target does not offer is not
 * applicable, unless the spec names the version; and neither is one of OAuth that the spec leaves to the deployment.
 */
export function checkJudge(context: Context): (each: CheckCase) => Promise<Verdict> {
  const probeFor = makeProbes(context);
  const { auth, server } = context.cases;
  let versions: Promise<readonly string[]> | undefined;

  return async (each) => {
    versions ??= findOfferedVersions(probeFor, server.protocolVersions);
    const offered = await versions;
    return each.kind === "oauth" ? ofOAuth(each, offered) : ofProtocol(each, offered);
  };

  async function ofProtocol({ check, version }: CheckCase, offered: readonly string[]): Promise<Verdict> {
    const why = `the target does not speak MCP ${version}`;
    const isPromised = offered.length === 0 || server.namesVersions === true;
    if (!offered.includes(version)) return isPromised ? unverified("not-offered", why) : inapplicable(why);
    return check.run(probeFor(version));
  }

  /** In the newest version that the target speaks: what they say of OAuth is the same for all. */
  async function ofOAuth({ check, version }: CheckCase, offered: readonly string[]): Promise<Verdict> {
    const probe = probeFor(offered.includes(version) ? version : "2025-11-25");
    const isLeftOut = auth.offers !== undefined && !(await describesItself(probe));
    return isLeftOut ? inapplicable("this deployment does not offer OAuth") : check.run(probe);
  }
}
