/** The notes service for MCP 2026-07-28, with the features of that revision. */
import type { Call, Service } from "@toolwright/runtime";
import { NotesHandlers, notes, tool } from "./notes.ts";

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

export class ModernNotesHandlers extends NotesHandlers {
  /** How many calls have begun to wait. */
  running = 0;
  /** Why those that no longer do were stopped. */
  readonly stopped: string[] = [];
  /** Tells more after `print` has ended. */
  tellMore = (): void => undefined;

  copy(input: object): object {
    return input;
  }

  /** Tells of its progress: 1, then some that is no progress, then 2 of 3 with words. */
  async print({ ends = "well" }: { ends?: "well" | "refused" }, call: Call<"jammed">): Promise<object> {
    call.progress(1);
    call.progress(1);
    call.progress(0.5);
    call.progress(Number.NaN);
    call.progress(Number.POSITIVE_INFINITY);
    call.progress(2, 3, "Zwei\nvon drei");
    this.tellMore = () => call.progress(9);
    if (ends === "refused") call.fail("jammed", "Clear the jam, then print again.");
    return { printed: true };
  }

  override wait(_input: unknown, call: Call): Promise<object> {
    this.running++;
    call.progress(1);
    return new Promise((_resolve, reject) => {
      call.signal.addEventListener("abort", () => {
        this.stopped.push(String(call.signal.reason));
        call.progress(2, 3, "I am told to stop");
        reject(call.signal.reason);
      });
    });
  }
}
