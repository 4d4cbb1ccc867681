/** What a server says that it can do. */
import type { Service } from "../service/service.ts";

/** MCP's `ServerCapabilities`. @param calls the methods that run handlers */
export function listCapabilities(
  { server, resources, prompts, extensions }: Service,
  calls: ReadonlyMap<string, unknown>,
): object {
  const told = new Set(server.notifications);
  const changing = (list: "tools" | "resources" | "prompts") => (told.has(list) ? { listChanged: true } : {});
  return {
    tools: changing("tools"),
    ...(resources && {
      resources: { ...(told.has("updates") && { subscribe: true }), ...changing("resources") },
    }),
    ...(prompts && { prompts: changing("prompts") }),
    ...(told.has("log") && { logging: {} }),
    ...(calls.has("completion/complete") && { completions: {} }),
    ...(extensions && { extensions }),
  };
}
