import { isObject, type JsonObject } from "../../cases/edits.ts";
import { held } from "../../results/verdict.ts";
import type { Check } from "../check.ts";
import { toolCall, unknownTool } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";
import { resultIn } from "../responses.ts";

/** Results and errors since MCP 2026-07-28. */
export const resultChecks: readonly Check[] = [
  {
    name: "results/have-a-type",
    must: "Every result has a resultType.",
    sections: { "2026-07-28": "basic#resulttype" },
    // Extensions may add types, so any text except the empty one is allowed.
    run: eachResult(
      "resultType, a text",
      ({ resultType }) => typeof resultType === "string" && resultType !== "",
    ),
  },
  {
    name: "results/name-the-server",
    must: "The _meta of every result names the server.",
    sections: { "2026-07-28": "basic#meta" },
    level: "SHOULD",
    run: eachResult("io.modelcontextprotocol/serverInfo with name and version", ({ _meta: meta }) => {
      const info = isObject(meta) ? meta["io.modelcontextprotocol/serverInfo"] : undefined;
      return isObject(info) && typeof info.name === "string" && typeof info.version === "string";
    }),
  },
  cacheable("results/of-discovery-can-be-cached", "server/discover"),
  cacheable("results/of-lists-can-be-cached", "tools/list"),
  {
    name: "results/use-no-reserved-codes",
    must: "Errors use no code that MCP reserves or has retired.",
    sections: { "2026-07-28": "basic#error-codes" },
    async run(probe) {
      for (const request of [unknownTool, { method: "conformance/no-such-method" }]) {
        const response = await probe.sendOnce(request);
        const { answer } = response;
        if (answer.kind === "error" && isReserved(answer.code)) return probe.failed("another code", response);
      }
      return held;
    },
  },
];

function eachResult(expected: string, isRight: (result: JsonObject) => boolean): Check["run"] {
  return async (probe) => {
    for (const request of [{ method: "server/discover" }, { method: "tools/list" }, await toolCall(probe)]) {
      const response = await probe.sendOnce(request);
      const { answer } = response;
      if (answer.kind === "result" && !isRight(answer.result)) return probe.failed(expected, response);
    }
    return held;
  };
}

function cacheable(name: string, method: string): Check {
  return {
    name,
    must: `The result of ${method} says how long (ttlMs) and by whom (cacheScope) it may be cached.`,
    sections: { "2026-07-28": "server/utilities/caching#cacheable-results" },
    run: makeResponseCheck({ method }, "ttlMs, a whole number; cacheScope, public or private", (response) => {
      const { ttlMs, cacheScope } = resultIn(response);
      const isTime = Number.isInteger(ttlMs) && Number(ttlMs) >= 0;
      return isTime && (cacheScope === "public" || cacheScope === "private");
    }),
  };
}

/** Codes from -32020 to -32099 that MCP has not defined, and codes that only older versions have. */
function isReserved(code: number): boolean {
  const isKept = code <= -32023 && code >= -32099;
  return isKept || code === -32002 || code === -32042;
}
