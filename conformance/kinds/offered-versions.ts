/** Finds out which protocol versions the target speaks. */
import { type Probe, type ProbeResponse, type ProtocolVersion, protocolVersions } from "../checks/check.ts";
import { versionIn } from "../wire/client.ts";

/** The versions of the spec that the target speaks. A target that speaks a version with mistakes still speaks it. */
export async function findOfferedVersions(
  probeFor: (version: ProtocolVersion) => Probe,
  declared: readonly string[],
): Promise<readonly ProtocolVersion[]> {
  const versions: ProtocolVersion[] = [];
  for (const version of protocolVersions.filter((candidate) => declared.includes(candidate))) {
    const probe = probeFor(version);
    if (await (version < "2026" ? initializesWith(probe) : servesWithoutHandshake(probe)))
      versions.push(version);
  }
  return versions;
}

/** The target negotiates exactly the requested version. */
async function initializesWith({ initialization, version }: Probe): Promise<boolean> {
  const negotiated = versionIn(initialization.answer);
  if (negotiated !== undefined && /^\d{4}-\d\d-\d\d$/.test(negotiated)) return negotiated === version;
  // A server that does not know `initialize` answers with an error, or complains about headers that older versions
  // lack.
  return initialization.answer.kind === "result" || initialization.status === 401;
}

/** The target answers at least one of two requests without a handshake as versions since 2026 do. */
async function servesWithoutHandshake(probe: Probe): Promise<boolean> {
  if (!/^https?:/.test(probe.to)) return false;
  const discovery = await probe.sendOnce({ method: "server/discover" });
  if (supportedIn(discovery)?.includes(probe.version)) return true;
  const { answer } = await probe.sendOnce({ method: "tools/list" });
  return answer.kind === "result" && answer.result.resultType !== undefined;
}

function supportedIn({ answer }: ProbeResponse): readonly unknown[] | undefined {
  const versions = answer.kind === "result" ? answer.result.supportedVersions : undefined;
  return Array.isArray(versions) ? versions : undefined;
}
