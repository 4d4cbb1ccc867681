/** Serves the notes over stdio, and writes the outcome of each call to standard error. */
import { serveStdio } from "@toolwright/runtime";
import { modernNotes } from "./modern-notes.ts";
import { ModernNotesHandlers } from "./notes-handlers.ts";

const ignore = () => undefined;

await serveStdio({
  service: modernNotes,
  handlers: new ModernNotesHandlers(),
  log: { info: ignore, warn: ignore, error: ignore },
  onToolCall: ({ outcome }) => process.stderr.write(`${outcome}\n`),
});
