/** Functions with which operators change the calls or the responses of one tool. */
import type { JsonObject } from "@toolwright/conformance/cases";
import { applyEdits, type Edit } from "../../cases/edits.ts";
import type { FaultyServer } from "../fault.ts";
import {
  type ProxiedRequest,
  type ProxiedResponse,
  readCode,
  readMessage,
  readMethod,
  readResult,
  readTool,
  withError,
  withMessage,
} from "../messages.ts";

/** Handles the calls of one tool differently, and forwards all other requests. */
export function interceptCalls(tool: string, intercept: FaultyServer): FaultyServer {
  return (request, server) => (readTool(request) === tool ? intercept(request, server) : server(request));
}

/** Changes responses; `undefined` leaves one unchanged. */
export function alterResponse(
  change: (response: ProxiedResponse, request: ProxiedRequest) => ProxiedResponse | undefined,
): FaultyServer {
  return async (request, server) => {
    const response = await server(request);
    return change(response, request) ?? response;
  };
}

/** Changes a response that has a result. */
export type Change = (
  response: ProxiedResponse,
  result: JsonObject,
  request: ProxiedRequest,
) => ProxiedResponse;

/** Changes the results that match. */
export function alterResults(
  matches: (request: ProxiedRequest, result: JsonObject) => boolean,
  change: Change,
): FaultyServer {
  return alterResponse((response, request) => {
    const result = readResult(response);
    return result && matches(request, result) ? change(response, result, request) : undefined;
  });
}

/** Changes the results of one method. */
export function alterMethod(method: string, change: Change): FaultyServer {
  return alterResults((request) => readMethod(request) === method, change);
}

/** Changes successful results of a tool. */
export function alterSuccesses(tool: string, change: Change): FaultyServer {
  return alterResults((request, { isError }) => readTool(request) === tool && isError !== true, change);
}

/** Changes refusals of a tool: all of them, or those with one code. */
export function alterRefusals(tool: string, code: string | undefined, change: Change): FaultyServer {
  return alterResults((request, result) => {
    const refusalCode = readCode(result);
    return readTool(request) === tool && refusalCode !== undefined && refusalCode === (code ?? refusalCode);
  }, change);
}

/** Edits the message of a response. */
export function edit(...edits: readonly Edit[]): (response: ProxiedResponse) => ProxiedResponse {
  return (response) => withMessage(response, applyEdits(readMessage(response)!, edits));
}

/** Replaces parts of a response. */
export function replace(parts: Partial<ProxiedResponse>): (response: ProxiedResponse) => ProxiedResponse {
  return (response) => ({ ...response, ...parts });
}

/** Replaces the result by a JSON-RPC error. */
export function error(code: number, message: string): (response: ProxiedResponse) => ProxiedResponse {
  return (response) => withError(response, code, message);
}

/** The place of failure metadata in a message. */
export const failureIn = "/result/_meta/dev.toolwright~1failure";
