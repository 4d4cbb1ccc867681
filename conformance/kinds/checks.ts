/** Judges the cases of the kinds protocol, oauth and card: runs the checks. */
import type { Context } from "../calls/context.ts";
import { answersCard } from "../checks/card/card.ts";
import type { Probe, ProtocolVersion } from "../checks/check.ts";
import type { CheckCase } from "../checks/check-case.ts";
import { describesItself } from "../checks/oauth/resource-metadata.ts";
import { makeProbes } from "../checks/probe.ts";
import { inapplicable, unverified, type Verdict } from "../results/verdict.ts";
import { findOfferedVersions } from "./offered-versions.ts";

/**
 * Creates the judge of checks. A check that lacks a token or a tool is unverified. A check of a version that the target does not
 * offer is not applicable, unless the spec lists the version. A check of OAuth is not applicable if the spec leaves OAuth to the
 * deployment, and the deployment does not offer it; so is a check of the server card if there is none.
 */
export function makeCheckJudge(context: Context): (each: CheckCase) => Promise<Verdict> {
  const probeFor = makeProbes(context);
  const { auth, namesCard, server } = context.cases;
  let versions: Promise<readonly string[]> | undefined;

  return async (each) => {
    versions ??= findOfferedVersions(probeFor, server.protocolVersions);
    const verdict = await judge(each, await versions);
    const { remedy } = each.check;
    return verdict.status === "failed" && remedy !== undefined ? { ...verdict, remedy } : verdict;
  };

  function judge(each: CheckCase, offered: readonly string[]): Promise<Verdict> {
    switch (each.kind) {
      case "oauth":
        return judgeOAuth(each, offered);
      case "card":
        return judgeCard(each, offered);
      case "protocol":
        return judgeProtocol(each, offered);
    }
  }

  /** Runs a check of the card. MCP does not require one, so a server may do without unless its spec names it. */
  async function judgeCard({ check, version }: CheckCase, offered: readonly string[]): Promise<Verdict> {
    const probe = probeIn(version, offered);
    const isPromised = check.name === "card/is-there" && namesCard === true;
    if (isPromised || (await answersCard(probe))) return check.run(probe);
    return inapplicable("this deployment answers no server card");
  }

  /** A probe for checks that all versions have. */
  function probeIn(version: ProtocolVersion, offered: readonly string[]): Probe {
    return probeFor(offered.includes(version) ? version : "2025-11-25");
  }

  async function judgeProtocol({ check, version }: CheckCase, offered: readonly string[]): Promise<Verdict> {
    const why = `the target does not support MCP ${version}`;
    const isPromised = offered.length === 0 || server.namesVersions === true;
    if (!offered.includes(version)) return isPromised ? unverified("not-offered", why) : inapplicable(why);
    return check.run(probeFor(version));
  }

  /** Runs a check of OAuth in one version only, since all versions have the same requirements. */
  async function judgeOAuth({ check, version }: CheckCase, offered: readonly string[]): Promise<Verdict> {
    const probe = probeIn(version, offered);
    const isLeftOut = auth.offers !== undefined && !(await describesItself(probe));
    return isLeftOut ? inapplicable("this deployment does not offer OAuth") : check.run(probe);
  }
}
