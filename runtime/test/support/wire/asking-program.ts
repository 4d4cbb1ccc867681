/** Serves the asking notes over stdio. */
import { serveStdio } from "@toolwright/runtime";
import { AskingHandlers, askingNotes } from "./asking-notes.ts";

const ignore = () => undefined;

await serveStdio({
  service: askingNotes,
  handlers: new AskingHandlers(),
  log: { info: ignore, warn: ignore, error: ignore },
});
