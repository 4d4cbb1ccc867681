/** Records what the healthy server answers, so that operators make only faults that can show. */
import type { Json, JsonObject } from "@toolwright/conformance/cases";
import {
  type ProxiedRequest,
  type ProxiedResponse,
  readCode,
  readMessage,
  readResult,
  readTool,
} from "./messages.ts";

/** The answers of the healthy server while the cases of each scope ran. Faults in other answers would never show. */
export interface Observations {
  /** Tool -> results, one for each combination of fields. */
  readonly successes: ReadonlyMap<string, readonly JsonObject[]>;
  /** Tool -> codes of its refusals. */
  readonly refusals: ReadonlyMap<string, ReadonlySet<string>>;
  /** `401`, `404 -32601`: how the server rejected requests. */
  readonly rejections: ReadonlySet<string>;
}

const maxResults = 40;

/** Records every exchange of a proxy. */
export class Recorder implements Observations {
  readonly successes = new Map<string, JsonObject[]>();
  readonly refusals = new Map<string, Set<string>>();
  readonly rejections = new Set<string>();
  readonly #shapes = new Set<string>();

  record(request: ProxiedRequest, response: ProxiedResponse): void {
    const tool = readTool(request);
    const result = readResult(response);
    if (result === undefined) this.rejections.add(readRejection(response));
    if (tool === undefined || result === undefined) return;
    const code = readCode(result);
    if (code !== undefined) this.refusals.set(tool, (this.refusals.get(tool) ?? new Set()).add(code));
    else if (result.isError !== true) this.#keep(tool, result);
  }

  #keep(tool: string, result: JsonObject): void {
    const shape = `${tool} ${getShape(result.structuredContent ?? null)}`;
    const results = this.successes.get(tool) ?? [];
    if (this.#shapes.has(shape) || results.length >= maxResults) return;
    this.#shapes.add(shape);
    this.successes.set(tool, [...results, result]);
  }
}

/** Returns the HTTP status, and the code of a JSON-RPC error. */
export function readRejection(response: ProxiedResponse): string {
  const error = readMessage(response)?.error as { readonly code?: Json } | undefined;
  return error?.code === undefined ? String(response.status) : `${response.status} ${error.code}`;
}

/** Returns the fields of a value and their types, without their values. */
function getShape(value: Json): string {
  if (Array.isArray(value))
    return `[${[...new Set((value as readonly Json[]).map(getShape))].sort().join()}]`;
  if (typeof value !== "object" || value === null) return typeof value;
  const entries = Object.entries(value as JsonObject);
  return `{${entries.map(([name, child]) => `${name}:${getShape(child)}`).join()}}`;
}
