import type { CaseFile } from "../cases/format.ts";
import type { Subject } from "../results/verdict.ts";
import { type Check, type ProtocolVersion, protocolVersions } from "./check.ts";

/** A check of one version of MCP. */
export interface CheckCase extends Subject {
  readonly kind: "protocol";
  readonly tool?: never;
  readonly check: Check;
  readonly version: ProtocolVersion;
}

/** The checks that apply to a server with this spec over this transport. */
export function checkCases(checks: readonly Check[], file: CaseFile, over: "http" | "stdio"): CheckCase[] {
  const isConcerned = (check: Check) =>
    (check.over === undefined || check.over === over) && (!check.needsTokens || file.auth.scheme !== "none");
  // Over stdio, a process speaks the version that it was initialized with.
  const versions = protocolVersions.filter(
    (version) => file.server.protocolVersions.includes(version) && (over === "http" || version < "2026"),
  );
  return versions.flatMap((version) =>
    checks.filter(isConcerned).flatMap((check): CheckCase[] => {
      const { name, must, level, sections } = check;
      if (sections[version] === undefined) return [];
      const at = `https://modelcontextprotocol.io/specification/${version}/${sections[version]}`;
      return [{ kind: "protocol", id: `protocol/${version}/${name}`, must, at, level, check, version }];
    }),
  );
}
