/** Serves the notes over stdio, with handlers and a library that print, as people leave them in. */
import { serveStdio } from "@toolwright/runtime";
import { modernNotes } from "./modern-notes.ts";
import { ModernNotesHandlers } from "./notes-handlers.ts";

class PrintingHandlers extends ModernNotesHandlers {
  override get(...args: Parameters<ModernNotesHandlers["get"]>) {
    console.log("reading", { id: args[0].id });
    process.stdout.write('{"jsonrpc":"2.0",');
    process.stdout.write(new TextEncoder().encode("half a line"), () => console.info("written"));
    return super.get(...args);
  }
}

const ignore = () => undefined;

await serveStdio({
  service: modernNotes,
  handlers: new PrintingHandlers(),
  log: {
    info: ignore,
    warn: ({ event, error }) => console.log(`warning: ${event}: ${error instanceof Error && error.message}`),
    error: ignore,
  },
});
