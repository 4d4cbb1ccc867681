import type { Json, JsonObject } from "@toolwright/conformance/cases";
import type { FaultyServer, Operator } from "../fault.ts";
import { readResult, withError, withResult } from "../messages.ts";
import { readRejection } from "../recorder.ts";
import { alterResponse } from "./interceptors.ts";
import { isModern, lenient, type ServerFault } from "./lenient.ts";

/** Faults in what MCP requires of every server: in rejections, and in the results of newer versions. */
export const protocolOperators: readonly Operator[] = [
  { name: "lenient", faults: ({ cases }) => serverFaults(lenient(cases.manifest.map(({ name }) => name))) },
  {
    name: "rejection-taken-back",
    faults: ({ observed }) =>
      serverFaults(
        Object.fromEntries(
          [...observed.rejections].filter(isOfMcp).map((rejection) => [
            rejection.replaceAll(" ", ""),
            {
              description: `says HTTP 200 to what it turns away with ${rejection}`,
              faulty: onRejection(rejection, (response) => ({ ...response, status: 200 })),
            },
          ]),
        ),
      ),
  },
  {
    name: "rejection-code",
    faults: ({ observed }) =>
      serverFaults(
        Object.fromEntries(
          [...observed.rejections].filter(hasCodeOfMcp).flatMap((rejection) =>
            [-32603, -32000].map((code) => [
              `${rejection.replaceAll(" ", "")}/${code}`,
              {
                description: `gives the code ${code} to what it turns away with ${rejection}`,
                faulty: onRejection(rejection, (response) => withError(response, code, "Error")),
              },
            ]),
          ),
        ),
      ),
  },
  {
    name: "modern-result",
    faults: ({ cases }) => (cases.server.protocolVersions.some(isModernVersion) ? serverFaults(modern) : []),
  },
];

function serverFaults(faults: Readonly<Record<string, ServerFault>>): ReturnType<Operator["faults"]> {
  return Object.entries(faults).map(([location, { description, faulty }]) => ({
    location,
    description: `The server ${description}.`,
    scope: { part: "server" },
    start: () => faulty,
  }));
}

/** Fields that results of 2026-07-28 must have, left out. */
const modern: Readonly<Record<string, ServerFault>> = {
  "no-type": {
    description: "does not say what kind of result it sends",
    faulty: onModern(({ resultType: _, ...result }) => result),
  },
  "odd-type": {
    description: "sends a kind of result that there is not",
    faulty: onModern((result) => ({ ...result, resultType: "maybe" })),
  },
  nameless: {
    description: "does not name itself in results",
    faulty: onModern(({ _meta: _, ...result }) => result),
  },
  "no-lifetime": {
    description: "does not say how long its list may be kept",
    faulty: onModern(({ ttlMs: _, ...result }) => result),
  },
  "no-cache-scope": {
    description: "does not say who may keep its list",
    faulty: onModern(({ cacheScope: _, ...result }) => result),
  },
  "no-versions": {
    description: "does not say which versions it speaks",
    faulty: onModern(({ supportedVersions: _, ...result }) => result),
  },
  "other-versions": {
    description: "says that it speaks only an older version",
    faulty: onModern((result) =>
      result.supportedVersions === undefined ? result : { ...result, supportedVersions: ["2025-11-25"] },
    ),
  },
};

function onModern(change: (result: JsonObject) => Json): FaultyServer {
  return alterResponse((response, request) => {
    const result = isModern(request) ? readResult(response) : undefined;
    return result && withResult(response, change(result));
  });
}

function onRejection(rejection: string, change: Parameters<typeof alterResponse>[0]): FaultyServer {
  return alterResponse((response, request, server) =>
    readResult(response) === undefined && readRejection(response) === rejection
      ? change(response, request, server)
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

function isModernVersion(version: string): boolean {
  return version >= "2026";
}
