/** Finds out which protocol versions the target supports. */
import { type Probe, type ProbeResponse, type ProtocolVersion, protocolVersions } from "../checks/check.ts";
import { readVersion } from "../wire/client.ts";

/** Finds the versions of the spec that the target supports. A faulty implementation of a version counts as support. */
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

/** Whether the target negotiates exactly the requested version. */
async function initializesWith({ initialization, version }: Probe): Promise<boolean> {
  const negotiated = readVersion(initialization.answer);
  if (negotiated !== undefined && /^\d{4}-\d\d-\d\d$/.test(negotiated)) return negotiated === version;
  // A server without `initialize` answers with an error, or requires headers that older versions
  // do not have.
  return initialization.answer.kind === "result" || initialization.status === 401;
}

/** Whether the target answers at least one of two requests without a handshake like versions since 2026. */
async function servesWithoutHandshake(probe: Probe): Promise<boolean> {
  const isProcess = !/^https?:/.test(probe.to);
  if (isProcess && probe.initialization.answer.kind === "result") return false;
  const discovery = await probe.sendOnce({ method: "server/discover" });
  if (readSupportedVersions(discovery)?.includes(probe.version)) return true;
  const { answer } = await probe.sendOnce({ method: "tools/list" });
  return answer.kind === "result" && answer.result.resultType !== undefined;
}

function readSupportedVersions({ answer }: ProbeResponse): readonly unknown[] | undefined {
  const versions = answer.kind === "result" ? answer.result.supportedVersions : undefined;
  return Array.isArray(versions) ? versions : undefined;
}
