/** Serves the notes over stdio, and writes the outcome of each call to standard error. */
import { serveStdio } from "@toolwright/runtime";
import { ModernNotesHandlers, modernNotes } from "./modern-notes.ts";

const ignore = () => undefined;

await serveStdio({
  service: modernNotes,
  handlers: new ModernNotesHandlers(),
  log: { info: ignore, warn: ignore, error: ignore },
  onToolCall: ({ outcome }) => process.stderr.write(`${outcome}\n`),
});
