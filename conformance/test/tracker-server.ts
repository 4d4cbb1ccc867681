/** Serves the issue tracker of `tracker/`, over HTTP for two accounts. */
import { join } from "node:path";
import { type Caller, createMcpServer, type Tool } from "@toolwright/runtime";
import { compile } from "../../generator/compile.ts";
import { emitCases } from "../../generator/emit/cases.ts";
import { readSpec } from "../../generator/files/spec.ts";
import { redactionOf } from "../../generator/schema/redaction.ts";
import { resolver } from "../../generator/schema/roots.ts";
import type { CaseFile } from "../cases/format.ts";
import { serviceOf } from "./notes-server.ts";
import { type TrackerFault, TrackerHandlers } from "./tracker-handlers.ts";

const { model, diagnostics } = compile(readSpec(join(import.meta.dirname, "tracker")));
if (!model) throw new Error(JSON.stringify(diagnostics));
const redaction = new Map(
  model.tools.map(({ name, output }) => [name, output ? redactionOf(output, resolver(model)) : []]),
);

export const trackerCases: CaseFile = JSON.parse((await emitCases(model)).text);

const all = ["issues:read", "issues:write", "reporters:read"];
const callers: Readonly<Record<string, Caller>> = {
  trk_a1: { account: "ana", token: "a1", scopes: new Set(all) },
  trk_a2: { account: "ana", token: "a2", scopes: new Set(["issues:read", "issues:write"]) },
  trk_a3: { account: "ana", token: "a3", scopes: new Set(["issues:read"]) },
  trk_b1: { account: "ben", token: "b1", scopes: new Set(all) },
};

/** The tokens, as a target file names them. */
export const trackerTokens = [
  { token: "trk_a1", scopes: all },
  { token: "trk_a2", scopes: ["issues:read", "issues:write"] },
  { token: "trk_a3", scopes: ["issues:read"] },
  { token: "trk_b1", scopes: all, account: "other" },
];

export function trackerService() {
  return serviceOf(trackerCases, (tool: Tool) => ({
    ...tool,
    method: tool.name.replace("tracker_", "").replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    redaction: redaction.get(tool.name)!,
  }));
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Serves the tracker on a free port of loopback. */
export async function serveTracker(
  faults: readonly TrackerFault[] = [],
): Promise<{ url: string; handlers: TrackerHandlers; close(): Promise<void> }> {
  const handlers = new TrackerHandlers(faults);
  const authenticate = (token: string) => callers[token];
  const server = createMcpServer({ service: trackerService(), handlers, authenticate, log: silent });
  const url = await server.listen(0);
  return { url, handlers, close: () => server.close(0) };
}
