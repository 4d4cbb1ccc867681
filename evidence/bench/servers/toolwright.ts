/** The runtime with all checks on, and without an observer of calls. */
import { serveGated } from "../gated-server.ts";

await serveGated();
