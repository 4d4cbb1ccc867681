/** The notes service for MCP 2026-07-28, with the features of that revision. */
import type { Service } from "@toolwright/runtime";
import { notes, tool } from "./notes.ts";

export const modernNotes: Service = {
  ...notes,
  server: { ...notes.server, protocolVersions: ["2025-11-25", "2026-07-28"] },
  tools: [
    ...notes.tools,
    tool({
      name: "notes_copy",
      method: "copy",
      input: {
        properties: {
          to: { type: "string" },
          times: { type: "integer" },
          draft: { type: "boolean" },
          place: { type: "object", properties: { city: { type: "string" } } },
        },
      },
      parameterHeaders: {
        "Mcp-Param-To": ["to"],
        "Mcp-Param-Times": ["times"],
        "Mcp-Param-Draft": ["draft"],
        "Mcp-Param-City": ["place", "city"],
      },
      output: { type: "object" },
    }),
    tool({
      name: "notes_print",
      method: "print",
      failures: { jammed: { when: "the printer is jammed", retryable: true } },
      input: { properties: { ends: { enum: ["well", "refused"] } } },
      output: { type: "object" },
    }),
  ],
};
