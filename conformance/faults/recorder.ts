import type { Json } from "../cases/edits.ts";
import {
  codeOf,
  type JsonObject,
  messageIn,
  type ProxiedRequest,
  type ProxiedResponse,
  resultOf,
  toolOf,
} from "./messages.ts";

/** What the healthy server said when the cases of each place ran by themselves: a fault in anything else would change nothing. */
export interface Observations {
  /** Tool -> results that differ in which fields they have. */
  readonly successes: ReadonlyMap<string, readonly JsonObject[]>;
  /** Tool -> codes of its refusals. */
  readonly refusals: ReadonlyMap<string, ReadonlySet<string>>;
  /** `401`, `404 -32601`: how requests were turned away. */
  readonly rejections: ReadonlySet<string>;
}

const maxResults = 40;

/** Watches what passes through a proxy. */
export class Recorder implements Observations {
  readonly successes = new Map<string, JsonObject[]>();
  readonly refusals = new Map<string, Set<string>>();
  readonly rejections = new Set<string>();
  readonly #shapes = new Set<string>();

  record(request: ProxiedRequest, response: ProxiedResponse): void {
    const tool = toolOf(request);
    const result = resultOf(response);
    if (result === undefined) this.rejections.add(rejectionOf(response));
    if (tool === undefined || result === undefined) return;
    const code = codeOf(result);
    if (code !== undefined) this.refusals.set(tool, (this.refusals.get(tool) ?? new Set()).add(code));
    else if (result.isError !== true) this.#keep(tool, result);
  }

  #keep(tool: string, result: JsonObject): void {
    const shape = `${tool} ${shapeOf(result.structuredContent ?? null)}`;
    const results = this.successes.get(tool) ?? [];
    if (this.#shapes.has(shape) || results.length >= maxResults) return;
    this.#shapes.add(shape);
    this.successes.set(tool, [...results, result]);
  }
}

/** Status, and the code of a JSON-RPC error. */
export function rejectionOf(response: ProxiedResponse): string {
  const error = messageIn(response)?.error as { readonly code?: Json } | undefined;
  return error?.code === undefined ? String(response.status) : `${response.status} ${error.code}`;
}

/** Which fields there are, whatever they hold. */
function shapeOf(value: Json): string {
  if (Array.isArray(value)) return `[${[...new Set((value as readonly Json[]).map(shapeOf))].sort().join()}]`;
  if (typeof value !== "object" || value === null) return typeof value;
  const entries = Object.entries(value as JsonObject);
  return `{${entries.map(([name, child]) => `${name}:${shapeOf(child)}`).join()}}`;
}
