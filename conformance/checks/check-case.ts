import { authSchemes } from "@toolwright/runtime";
import type { CaseFile } from "../cases/format.ts";
import type { Subject } from "../results/verdict.ts";
import { type Check, type ProtocolVersion, protocolVersions } from "./check.ts";

/** A check of one version of MCP. */
export interface CheckCase extends Subject {
  readonly kind: "protocol" | "oauth";
  readonly tool?: never;
  readonly check: Check;
  readonly version: ProtocolVersion;
}

export function isCheck(each: { readonly kind: string }): each is CheckCase {
  return each.kind === "protocol" || each.kind === "oauth";
}

/** The checks that apply to a server with this spec over this transport. */
export function checkCases(checks: readonly Check[], file: CaseFile, over: "http" | "stdio"): CheckCase[] {
  const takesOAuth = file.auth.offers !== undefined || authSchemes(file.auth).includes("oauth");
  const isConcerned = (check: Check) =>
    (check.over === undefined || check.over === over) &&
    (!check.needsTokens || file.auth.scheme !== "none") &&
    (check.kind !== "oauth" || takesOAuth);
  // Over stdio, a process speaks the version that it was initialized with.
  const versions = protocolVersions.filter(
    (version) => file.server.protocolVersions.includes(version) && (over === "http" || version < "2026"),
  );
  const newest = versions.at(-1);
  return versions.flatMap((version) =>
    checks.filter(isConcerned).flatMap((check): CheckCase[] => {
      const { name, must, level = "MUST", sections, kind = "protocol" } = check;
      if (sections[version] === undefined || (kind === "oauth" && version !== newest)) return [];
      const at = `https://modelcontextprotocol.io/specification/${version}/${sections[version]}`;
      const id = kind === "oauth" ? name : `protocol/${version}/${name}`;
      return [{ kind, id, must, at, level, check, version }];
    }),
  );
}
