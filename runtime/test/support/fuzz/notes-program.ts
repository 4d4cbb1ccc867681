/** Serves the notes in a process of its own, without a rate, and without a limit of time that a busy machine could reach. */
import { inspect } from "node:util";
import { createMcpServer } from "@toolwright/runtime";
import { modernNotes } from "../wire/modern-notes.ts";
import { callerOf, ModernNotesHandlers } from "../wire/notes-handlers.ts";
import { serveParent } from "./program.ts";

const errors: string[] = [];
const ignore = () => undefined;
const server = createMcpServer({
  service: modernNotes,
  handlers: new ModernNotesHandlers(),
  authenticate: ({ token }) => callerOf(token),
  limit: () => ({ allowed: true }),
  bodyTimeoutMs: 600_000,
  log: { info: ignore, warn: ignore, error: (entry) => void errors.push(inspect(entry)) },
});
const endpoint = await server.listen(0);
const tokens = ["notes:read", "notes:read+notes:write", "notes:read+notes:pii", "none"];
serveParent({ endpoint, tokens }, errors, () => server.close());
