/** The capabilities that a server declares. */
import { tasksExtension } from "../service/client-capabilities.ts";
import type { Service } from "../service/service.ts";

/** Returns MCP's `ServerCapabilities`. @param calls the methods that run handlers */
export function listCapabilities(
  { server, resources, prompts, extensions: declared = {} }: Service,
  calls: ReadonlyMap<string, unknown>,
): object {
  // Revisions without these methods have no such tasks, so their clients must not see the extension.
  const { [tasksExtension]: tasks, ...others } = declared;
  const extensions = calls.has("tasks/get") ? declared : others;
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
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
}
