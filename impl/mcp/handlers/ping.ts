/** The tool service_ping. */
import type { Handlers } from "../../../generated/handlers.ts";
import { service } from "../../../generated/tools.ts";

const { name, version } = service.server;

export function ping(): Handlers["ping"] {
  return () => ({ status: "ok", protocol_version: "2025-11-25", server: { name, version } });
}
