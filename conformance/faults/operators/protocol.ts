import type { FaultyServer, Operator } from "../fault.ts";
import { type ProxiedResponse, readResult } from "../messages.ts";
import { readRejection } from "../recorder.ts";
import { alterResponse, alterResults, type Change, edit, error, replace } from "./interceptors.ts";
import { isModern, listLenientServers } from "./lenient.ts";
import { draftForServer, type Variant } from "./variants.ts";

/** Faults against requirements of MCP for every server: in rejections, and in the results of newer versions. */
export const protocolOperators: readonly Operator[] = [
  {
    name: "lenient",
    faults: ({ cases }) =>
      draftForServer(listLenientServers(cases.manifest.map(({ name }) => name)), (faulty) => faulty),
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
                `rejects with HTTP 200 instead of ${rejection}`,
                replace({ status: 200 }),
              ],
            ],
            (change) => alterRejection(rejection, change),
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
            `rejects with the code ${code} instead of ${rejection}`,
            error(code, "Error"),
          ]),
          (change) => alterRejection(rejection, change),
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

/** Results without a field that MCP 2026-07-28 requires, or with a wrong one. */
const modern: readonly Variant<Change>[] = [
  ["no-type", "does not declare the type of its results", edit({ remove: "/result/resultType" })],
  [
    "odd-type",
    "sends a type of result that MCP does not define",
    edit({ set: "/result/resultType", to: "maybe" }),
  ],
  ["nameless", "does not name itself in results", edit({ remove: "/result/_meta" })],
  ["no-lifetime", "does not declare how long clients may keep its list", edit({ remove: "/result/ttlMs" })],
  ["no-cache-scope", "does not declare who may keep its list", edit({ remove: "/result/cacheScope" })],
  [
    "no-versions",
    "does not list the versions that it supports",
    edit({ remove: "/result/supportedVersions" }),
  ],
  [
    "other-versions",
    "lists only an older version as supported",
    (response, { supportedVersions }) =>
      supportedVersions === undefined
        ? response
        : edit({ set: "/result/supportedVersions", to: ["2025-11-25"] })(response),
  ],
];

function alterRejection(
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
