/** The runtime with all checks on, and with `service_ping` also as a tool whose calls may become tasks. */
import { serveGated } from "../gated-server.ts";
import { pingAsTask } from "../tasks/ping-as-task.ts";

await serveGated(undefined, pingAsTask);
