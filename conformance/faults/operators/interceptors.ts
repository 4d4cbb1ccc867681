/** Functions with which operators change the calls or the responses of one tool. */

import type { Json, JsonObject } from "@toolwright/conformance/cases";
import { canonical } from "@toolwright/runtime/json";
import type { FaultyServer, HealthyServer } from "../fault.ts";
import {
  type ProxiedRequest,
  type ProxiedResponse,
  readCode,
  readResult,
  readTool,
  withResult,
} from "../messages.ts";

/** Handles the calls of one tool differently, and forwards all other requests. */
export function interceptCalls(tool: string, intercept: FaultyServer): FaultyServer {
  return (request, server) => (readTool(request) === tool ? intercept(request, server) : server(request));
}

/** Changes responses; `undefined` leaves one unchanged. */
export function alterResponse(
  change: (
    response: ProxiedResponse,
    request: ProxiedRequest,
    server: HealthyServer,
  ) => ProxiedResponse | undefined,
): FaultyServer {
  return async (request, server) => {
    const response = await server(request);
    return change(response, request, server) ?? response;
  };
}

/** Changes successful results of a tool; `undefined` leaves one unchanged. */
export function alterSuccesses(tool: string, change: (result: JsonObject) => Json | undefined): FaultyServer {
  return interceptCalls(
    tool,
    alterResponse((response) => {
      const result = readResult(response);
      if (result === undefined || result.isError === true) return undefined;
      const changed = change(result);
      return changed === undefined || canonical(changed) === canonical(result)
        ? undefined
        : withResult(response, changed);
    }),
  );
}

/** Changes refusals of a tool: all of them, or those with one code. */
export function alterRefusals(
  tool: string,
  code: string | undefined,
  change: (response: ProxiedResponse, result: JsonObject, request: ProxiedRequest) => ProxiedResponse,
): FaultyServer {
  return interceptCalls(
    tool,
    alterResponse((response, request) => {
      const result = readResult(response);
      const refusalCode = result && readCode(result);
      if (refusalCode === undefined || (code !== undefined && refusalCode !== code)) return undefined;
      return change(response, result!, request);
    }),
  );
}

const failureKey = "dev.toolwright/failure";

/** A refusal with changed failure metadata. */
export function withFailure(result: JsonObject, change: (failure: JsonObject) => JsonObject): JsonObject {
  const meta = result._meta as JsonObject;
  return { ...result, _meta: { ...meta, [failureKey]: change(meta[failureKey] as JsonObject) } };
}
