import type { FaultyServer, Operator } from "../fault.ts";
import { type ProxiedResponse, readResult } from "../messages.ts";
import { readRejection } from "../recorder.ts";
import { alterResponse, alterResults, type Change, edit, error, replace } from "./interceptors.ts";
import { isModern, lenient } from "./lenient.ts";
import { draftForServer, type Variant } from "./variants.ts";

/** Faults in what MCP requires of every server: in rejections, and in the results of newer versions. */
export const protocolOperators: readonly Operator[] = [
  {
    name: "lenient",
    faults: ({ cases }) =>
      draftForServer(lenient(cases.manifest.map(({ name }) => name)), (faulty) => faulty),
  },
  {
    name: "rejection-taken-back",
    faults: ({ observed }) =>
      [...observed.rejections]
        .filter(isOfMcp)
        .flatMap((rejection) =>
          draftForServer(
            [
              [
                rejection.replaceAll(" ", ""),
                `says HTTP 200 to what it turns away with ${rejection}`,
                replace({ status: 200 }),
              ],
            ],
            (change) => onRejection(rejection, change),
          ),
        ),
  },
  {
    name: "rejection-code",
    faults: ({ observed }) =>
      [...observed.rejections].filter(hasCodeOfMcp).flatMap((rejection) =>
        draftForServer(
          [-32603, -32000].map((code) => [
            `${rejection.replaceAll(" ", "")}/${code}`,
            `gives the code ${code} to what it turns away with ${rejection}`,
            error(code, "Error"),
          ]),
          (change) => onRejection(rejection, change),
        ),
      ),
  },
  {
    name: "modern-result",
    faults: ({ cases }) =>
      cases.server.protocolVersions.some((version) => version >= "2026")
        ? draftForServer(modern, (change) => alterResults(isModern, change))
        : [],
  },
];

/** Fields that results of 2026-07-28 must have, left out. */
const modern: readonly Variant<Change>[] = [
  ["no-type", "does not say what kind of result it sends", edit({ remove: "/result/resultType" })],
  ["odd-type", "sends a kind of result that there is not", edit({ set: "/result/resultType", to: "maybe" })],
  ["nameless", "does not name itself in results", edit({ remove: "/result/_meta" })],
  ["no-lifetime", "does not say how long its list may be kept", edit({ remove: "/result/ttlMs" })],
  ["no-cache-scope", "does not say who may keep its list", edit({ remove: "/result/cacheScope" })],
  ["no-versions", "does not say which versions it speaks", edit({ remove: "/result/supportedVersions" })],
  [
    "other-versions",
    "says that it speaks only an older version",
    (response, { supportedVersions }) =>
      supportedVersions === undefined
        ? response
        : edit({ set: "/result/supportedVersions", to: ["2025-11-25"] })(response),
  ],
];

function onRejection(
  rejection: string,
  change: (response: ProxiedResponse) => ProxiedResponse,
): FaultyServer {
  return alterResponse((response) =>
    readResult(response) === undefined && readRejection(response) === rejection
      ? change(response)
      : undefined,
  );
}

/** Errors for which MCP defines both code and status; for others the server chooses one of them. */
const namedByMcp: readonly number[] = [-32601, -32020, -32022];

function isOfMcp(rejection: string): boolean {
  return !rejection.startsWith("200 ") && hasCodeOfMcp(rejection);
}

function hasCodeOfMcp(rejection: string): boolean {
  return namedByMcp.some((code) => rejection.endsWith(` ${code}`));
}
