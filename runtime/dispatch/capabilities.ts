/** The capabilities that a server declares. */
import type { Service } from "../service/service.ts";

/** Returns MCP's `ServerCapabilities`. @param calls the methods that run handlers */
export function listCapabilities(
  { server, resources, prompts, extensions }: Service,
  calls: ReadonlyMap<string, unknown>,
): object {
  const reported = new Set(server.notifications);
  const changing = (list: "tools" | "resources" | "prompts") =>
    reported.has(list) ? { listChanged: true } : {};
  return {
    tools: changing("tools"),
    ...(resources && {
      resources: { ...(reported.has("updates") && { subscribe: true }), ...changing("resources") },
    }),
    ...(prompts && { prompts: changing("prompts") }),
    ...(reported.has("log") && { logging: {} }),
    ...(calls.has("completion/complete") && { completions: {} }),
    ...(extensions && { extensions }),
  };
}
