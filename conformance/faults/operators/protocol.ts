import type { Json } from "toolwright/runtime";
import type { Faulty, Operator } from "../fault.ts";
import { type JsonObject, resultOf, withError, withResult } from "../messages.ts";
import { rejectionOf } from "../recorder.ts";
import { afterwards } from "./interceptors.ts";
import { isModern, lenient, type Wrongdoing } from "./lenient.ts";

/** What MCP demands of every server: what it has to turn away, and what every answer of the newer version says. */
export const protocolOperators: readonly Operator[] = [
  { name: "lenient", faults: ({ cases }) => server(lenient(cases.manifest.map(({ name }) => name))) },
  {
    name: "rejection-taken-back",
    faults: ({ seen }) =>
      server(
        Object.fromEntries(
          [...seen.rejections].filter(isOfMcp).map((rejection) => [
            rejection.replaceAll(" ", ""),
            {
              does: `says HTTP 200 to what it turns away with ${rejection}`,
              faulty: onRejection(rejection, (passed) => ({ ...passed, status: 200 })),
            },
          ]),
        ),
      ),
  },
  {
    name: "rejection-code",
    faults: ({ seen }) =>
      server(
        Object.fromEntries(
          [...seen.rejections].filter(hasCodeOfMcp).flatMap((rejection) =>
            [-32603, -32000].map((code) => [
              `${rejection.replaceAll(" ", "")}/${code}`,
              {
                does: `gives the code ${code} to what it turns away with ${rejection}`,
                faulty: onRejection(rejection, (passed) => withError(passed, code, "Error")),
              },
            ]),
          ),
        ),
      ),
  },
  {
    name: "modern-result",
    faults: ({ cases }) => (cases.server.protocolVersions.some(isModernVersion) ? server(modern) : []),
  },
];

function server(wrongdoings: Readonly<Record<string, Wrongdoing>>): ReturnType<Operator["faults"]> {
  return Object.entries(wrongdoings).map(([where, { does, faulty }]) => ({
    where,
    does: `The server ${does}.`,
    place: { of: "server" },
    start: () => faulty,
  }));
}

/** What results of 2026-07-28 have, left out. */
const modern: Readonly<Record<string, Wrongdoing>> = {
  "no-type": {
    does: "does not say what kind of result it sends",
    faulty: onModern(({ resultType: _, ...result }) => result),
  },
  "odd-type": {
    does: "sends a kind of result that there is not",
    faulty: onModern((result) => ({ ...result, resultType: "maybe" })),
  },
  nameless: {
    does: "does not name itself in results",
    faulty: onModern(({ _meta: _, ...result }) => result),
  },
  "no-lifetime": {
    does: "does not say how long its list may be kept",
    faulty: onModern(({ ttlMs: _, ...result }) => result),
  },
  "no-cache-scope": {
    does: "does not say who may keep its list",
    faulty: onModern(({ cacheScope: _, ...result }) => result),
  },
  "no-versions": {
    does: "does not say which versions it speaks",
    faulty: onModern(({ supportedVersions: _, ...result }) => result),
  },
  "other-versions": {
    does: "says that it speaks only an older version",
    faulty: onModern((result) =>
      result.supportedVersions === undefined ? result : { ...result, supportedVersions: ["2025-11-25"] },
    ),
  },
};

function onModern(change: (result: JsonObject) => Json): Faulty {
  return afterwards((passed, passing) => {
    const result = isModern(passing) ? resultOf(passed) : undefined;
    return result && withResult(passed, change(result));
  });
}

function onRejection(rejection: string, change: Parameters<typeof afterwards>[0]): Faulty {
  return afterwards((passed, passing, healthy) =>
    resultOf(passed) === undefined && rejectionOf(passed) === rejection
      ? change(passed, passing, healthy)
      : undefined,
  );
}

/** Errors of which MCP names both the code and the status; of others it leaves one of them to the server. */
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
