import type { Check } from "../check.ts";
import { makeResponseCheck } from "../response-check.ts";
import { declaresTools, resultIn } from "../responses.ts";

const section = { "2026-07-28": "server/discover#response" };
const discover = { method: "server/discover" };

/** Discovery in place of the handshake of older versions. */
export const discoveryChecks: readonly Check[] = [
  {
    name: "discovery/lists-versions",
    must: "server/discover lists the versions that the server supports, including this one.",
    sections: section,
    run: makeResponseCheck(discover, "supportedVersions with this one", (response, { version }) => {
      const { supportedVersions: versions } = resultIn(response);
      const isList = Array.isArray(versions) && versions.every((each) => typeof each === "string");
      return isList && versions.includes(version);
    }),
  },
  {
    name: "discovery/declares-tools",
    must: "A server with tools declares the tools capability.",
    sections: { "2026-07-28": "server/tools#capabilities" },
    run: makeResponseCheck(discover, "capabilities.tools", declaresTools),
  },
];
