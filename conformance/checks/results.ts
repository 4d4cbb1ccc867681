import { isObject } from "../cases/edits.ts";
import { held } from "../results/verdict.ts";
import type { Check, Probe, ProbeResponse } from "./check.ts";
import { expecting } from "./expecting.ts";
import { toolCall, unknownTool } from "./requests.ts";
import { resultIn } from "./responses.ts";

/** Results and errors since MCP 2026-07-28. */
export const resultChecks: readonly Check[] = [
  {
    name: "results/have-a-type",
    must: "Every result has a resultType.",
    sections: { "2026-07-28": "basic#resulttype" },
    async run(probe) {
      for (const response of await results(probe)) {
        const { answer } = response;
        // Extensions may add types, so any text but the empty one is allowed.
        const type = answer.kind === "result" ? answer.result.resultType : "complete";
        if (typeof type !== "string" || type === "") return probe.failed("resultType, a text", response);
      }
      return held;
    },
  },
  {
    name: "results/name-the-server",
    must: "The _meta of every result names the server.",
    sections: { "2026-07-28": "basic#meta" },
    level: "SHOULD",
    async run(probe) {
      for (const response of await results(probe)) {
        const meta = response.answer.kind === "result" ? response.answer.result._meta : {};
        const info = isObject(meta) ? meta["io.modelcontextprotocol/serverInfo"] : undefined;
        const isNamed = isObject(info) && typeof info.name === "string" && typeof info.version === "string";
        if (response.answer.kind === "result" && !isNamed)
          return probe.failed("io.modelcontextprotocol/serverInfo with name and version", response);
      }
      return held;
    },
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

async function results(probe: Probe): Promise<readonly ProbeResponse[]> {
  return [
    await probe.sendOnce({ method: "server/discover" }),
    await probe.sendOnce({ method: "tools/list" }),
    await probe.sendOnce(await toolCall(probe)),
  ];
}

function cacheable(name: string, method: string): Check {
  return {
    name,
    must: `The result of ${method} says how long (ttlMs) and by whom (cacheScope) it may be cached.`,
    sections: { "2026-07-28": "server/utilities/caching#cacheable-results" },
    run: expecting({ method }, "ttlMs, a whole number; cacheScope, public or private", (response) => {
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
