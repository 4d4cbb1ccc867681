/** What a server says that it can do. */
import { appMimeType } from "../service/resource-content.ts";
import type { Service } from "../service/service.ts";

/** MCP's `ServerCapabilities`. @param calls the methods that run handlers */
export function listCapabilities(
  { resources, prompts }: Service,
  calls: ReadonlyMap<string, unknown>,
): object {
  return {
    tools: {},
    ...(resources && { resources: {} }),
    ...(prompts && { prompts: {} }),
    ...(calls.has("completion/complete") && { completions: {} }),
    ...(resources?.some(({ mimeType }) => mimeType === appMimeType) && {
      extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [appMimeType] } },
    }),
  };
}

export function unknownMethodMessage(method: string, known: readonly string[]): string {
  const last = known.at(-1);
  return `Unknown method ${JSON.stringify(method.slice(0, 80))}. This server knows ${known.slice(0, -1).join(", ")} and ${last}.`;
}
