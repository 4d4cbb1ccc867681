import { isObject } from "../cases/edits.ts";
import { held } from "../results/verdict.ts";
import type { Check, Probe } from "./check.ts";

const section = { "2026-07-28": "server/discover#response" };

/** Discovery in place of the handshake of older versions. */
export const discoveryChecks: readonly Check[] = [
  {
    name: "discovery/lists-versions",
    must: "server/discover lists the versions that the server speaks, and this one among them.",
    sections: section,
    async run(probe) {
      const { response, result } = await discover(probe);
      const versions = result.supportedVersions;
      const isRight =
        Array.isArray(versions) &&
        versions.every((version) => typeof version === "string") &&
        versions.includes(probe.version);
      return isRight ? held : probe.failed(`supportedVersions with ${probe.version}`, response);
    },
  },
  {
    name: "discovery/declares-tools",
    must: "A server with tools declares the tools capability.",
    sections: { "2026-07-28": "server/tools#capabilities" },
    async run(probe) {
      const { response, result } = await discover(probe);
      return isObject(result.capabilities) && isObject(result.capabilities.tools)
        ? held
        : probe.failed("capabilities.tools", response);
    },
  },
];

async function discover(probe: Probe) {
  const response = await probe.sendOnce({ method: "server/discover" });
  return { response, result: response.answer.kind === "result" ? response.answer.result : {} };
}
