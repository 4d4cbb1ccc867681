import { type Asked, type Probe, type ProtocolVersion, protocolVersions } from "../checks/check.ts";
import { versionIn } from "../wire/client.ts";

type ProbeFor = (version: ProtocolVersion, id: string) => Probe;

/**
 * Which versions of those that the spec has the target speaks; asked for once. A target that speaks a version badly does
 * speak it.
 */
export function offersOf(
  probeFor: ProbeFor,
  declared: readonly string[],
): () => Promise<readonly ProtocolVersion[]> {
  let known: Promise<readonly ProtocolVersion[]> | undefined;
  return () => {
    known ??= offered();
    return known;
  };

  async function offered(): Promise<readonly ProtocolVersion[]> {
    const found: ProtocolVersion[] = [];
    for (const version of protocolVersions.filter((candidate) => declared.includes(candidate))) {
      const probe = probeFor(version, `protocol/${version}/*`);
      if (await (version < "2026" ? opensWith(probe) : answersAlone(probe))) found.push(version);
    }
    return found;
  }
}

/** It was asked for this version, and has settled on none but that. */
async function opensWith({ opening, version }: Probe): Promise<boolean> {
  const settled = versionIn(opening.answer);
  if (settled !== undefined && /^\d{4}-\d\d-\d\d$/.test(settled)) return settled === version;
  // Whoever knows no `initialize` says so, or finds headers missing that it never had.
  return opening.answer.kind === "result" || opening.status === 401;
}

/** One of two requests without a handshake is answered in the terms of such versions. */
async function answersAlone(probe: Probe): Promise<boolean> {
  if (!/^https?:/.test(probe.to)) return false;
  const discovery = await probe.askOnce({ method: "server/discover" });
  if (supportedIn(discovery)?.includes(probe.version)) return true;
  const { answer } = await probe.askOnce({ method: "tools/list" });
  return answer.kind === "result" && answer.result.resultType !== undefined;
}

function supportedIn({ answer }: Asked): readonly unknown[] | undefined {
  const versions = answer.kind === "result" ? answer.result.supportedVersions : undefined;
  return Array.isArray(versions) ? versions : undefined;
}
