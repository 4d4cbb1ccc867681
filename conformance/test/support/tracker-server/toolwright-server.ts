/** Serves a tracker with Toolwright, over HTTP. */
import { createMcpServer, type Service, type Tool } from "@toolwright/runtime";
import { compile } from "../../../../generator/compile.ts";
import { readSpec } from "../../../../generator/files/spec.ts";
import { makeRedaction } from "../../../../generator/schema/redaction.ts";
import { resolver } from "../../../../generator/schema/roots.ts";
import { serviceOf } from "../notes-server.ts";
import type { TrackerFault } from "./faults.ts";
import { rateLimit } from "./rates.ts";
import { answerOutside } from "./routes.ts";
import { createTracker, type Tracker, trackerCases, trackerSpec } from "./tracker.ts";

const { model } = compile(readSpec(trackerSpec));
const redaction = new Map(
  model!.tools.map(({ name, output }) => [name, output ? makeRedaction(output, resolver(model!)) : []]),
);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface ServedTracker {
  readonly url: string;
  readonly tracker: Tracker;
  close(): Promise<void>;
}

/** The method of `TrackerHandlers` that answers a tool. */
export function methodOf(tool: string): string {
  return tool.replace("tracker_", "").replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function trackerService({ has }: Pick<Tracker, "has">): Service {
  const { limits } = trackerCases.behaviour!;
  const rates = Object.entries(limits).flatMap(([name, rule]) =>
    rule.kind === "rate" && rule.tools !== "all" ? [{ name, ...rule, tools: rule.tools }] : [],
  );
  return serviceOf(trackerCases, (tool: Tool) => ({
    ...tool,
    method: methodOf(tool.name),
    rates: rates.filter(({ tools }) => tools.includes(tool.name)),
    redaction: has("reporter-leaks") ? [] : redaction.get(tool.name)!,
  }));
}

/** Serves a tracker on a free port of loopback. */
export async function serveTracker(faults: readonly TrackerFault[] = []): Promise<ServedTracker> {
  const tracker = createTracker(faults);
  const { handlers, authenticate, has, now } = tracker;
  const service = trackerService(tracker);
  const server = createMcpServer({
    service,
    handlers,
    authenticate: ({ token }) => authenticate(token),
    limit: rateLimit("rate", service.rate!, has, now),
    toolLimit: (rule) => rateLimit("export-rate", rule, has, now),
    routes: (request, response) => answerOutside(tracker, request, response),
    log: silent,
  });
  const url = await server.listen(0);
  handlers.exports.address = new URL(url).origin;
  return { url, tracker, close: () => server.close(0) };
}
