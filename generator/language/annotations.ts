/** The shapes of what a spec passes through to MCP: annotations and icons. */
import { flag, list } from "./shape.ts";

export const hints = {
  readOnlyHint: flag("The tool changes nothing."),
  destructiveHint: flag("The tool may delete or overwrite, not only add."),
  idempotentHint: flag("Calling again with the same arguments changes nothing more."),
  openWorldHint: flag("The tool reaches beyond this server, such as the web."),
};

/** The annotations that MCP knows, in the order in which it lists them. */
export const annotationNames: readonly string[] = ["title", ...Object.keys(hints)];

export const icons = list({ type: "object" }, "MCP icons, passed through.");
