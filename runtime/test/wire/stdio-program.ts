/** Serves the notes over standard input and output; tells standard error how each call ended. */
import { serveStdio } from "@toolwright/runtime";
import { ModernNotesHandlers, modernNotes } from "./modern-notes.ts";

const ignore = () => undefined;

await serveStdio({
  service: modernNotes,
  handlers: new ModernNotesHandlers(),
  log: { info: ignore, warn: ignore, error: ignore },
  onToolCall: ({ outcome }) => process.stderr.write(`${outcome}\n`),
});
