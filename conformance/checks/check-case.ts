/** Makes a case of each protocol check that applies to a server. */
import { authSchemes } from "@toolwright/runtime";
import type { CaseFile } from "../cases/format.ts";
import type { Subject } from "../results/verdict.ts";
import { type Check, type ProtocolVersion, protocolVersions } from "./check.ts";

/** A check of one version of MCP. */
export interface CheckCase extends Subject {
  readonly kind: "protocol" | "oauth" | "card";
  readonly tool?: never;
  readonly check: Check;
  readonly version: ProtocolVersion;
}

const checkKinds: ReadonlySet<string> = new Set(["protocol", "oauth", "card"]);

export function isCheck(each: { readonly kind: string }): each is CheckCase {
  return checkKinds.has(each.kind);
}

/** Lists the checks that apply to a server with this spec over this transport. */
export function checkCases(checks: readonly Check[], file: CaseFile, over: "http" | "stdio"): CheckCase[] {
  const takesOAuth = file.auth.offers !== undefined || authSchemes(file.auth).includes("oauth");
  const isConcerned = (check: Check) =>
    (check.over === undefined || check.over === over) &&
    (!check.needsTokens || file.auth.scheme !== "none") &&
    (check.kind !== "oauth" || takesOAuth) &&
    (check.kind !== "card" || file.card !== undefined);
  const declared = protocolVersions.filter(
    (version) =>
      file.server.protocolVersions.includes(version) && (over === "stdio" || version !== "2024-11-05"),
  );
  // A connection with `initialize` uses the newest of these versions, and a process over stdio no other, if it has the handshake.
  const initialized = declared.filter((version) => version < "2026").at(-1);
  const versions = declared.filter(
    (version) =>
      version === initialized || (version > "2026" && (over === "http" || initialized === undefined)),
  );
  const newest = versions.at(-1);
  return versions.flatMap((version) =>
    checks.filter(isConcerned).flatMap((check): CheckCase[] => {
      const { name, must, level = "MUST", kind = "protocol" } = check;
      const at = findSource(check, version);
      const isOnce = kind !== "protocol";
      if (at === undefined || (isOnce && version !== newest)) return [];
      const id = isOnce ? name : `protocol/${version}/${name}`;
      return [{ kind, id, must, at, level, check, version }];
    }),
  );
}

/** Returns the address that requires it; undefined if this version of MCP does not. */
export function findSource(check: Check, version: ProtocolVersion): string | undefined {
  // Earlier versions define little about OAuth, so its checks use the text of this version.
  const text = check.kind === "oauth" && version < "2025-11-25" ? "2025-11-25" : version;
  return check.page ?? findSection(check, text);
}

function findSection({ sections = {}, since }: Check, version: ProtocolVersion): string | undefined {
  if (since !== undefined && version < since) return undefined;
  // The first version says the same on other pages, so the text of the next one stands for it.
  const read = version === "2024-11-05" ? "2025-03-26" : version;
  const later = protocolVersions.filter((each) => each >= read && (each === read || each < "2026"));
  const section = later.map((each) => sections[each]).find((each) => each !== undefined);
  return section && `https://modelcontextprotocol.io/specification/${read}/${section}`;
}
