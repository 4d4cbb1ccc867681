/** Log messages to clients (MCP 2025-11-25, "Logging"; deprecated by MCP 2026-07-28). */
import { isObject } from "../json/object.ts";
import { logLevels } from "../service/call.ts";
import { setLatest } from "../service/latest.ts";
import type { ClientLogs } from "./tool-request.ts";

/** The most clients whose log level a process remembers. The default level applies to the others. */
const maxClients = 10_000;

export function clientLogs(): ClientLogs {
  const levels = new Map<string, number>();
  return {
    setLevel(client, level) {
      const rank = findRank(level);
      if (rank < 0) return false;
      setLatest(levels, client.clientKey(), rank, maxClients);
      return true;
    },
    send({ context, meta, envelope }, level, data, logger) {
      const wanted = envelope.isModern
        ? findRank(isObject(meta) ? meta[levelKey] : undefined)
        : (levels.get(context.clientKey()) ?? findRank("info"));
      if (wanted < 0 || findRank(level) < wanted) return;
      const params = { level, logger, data };
      context.notify?.(JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params }));
    },
  };
}

/** The key of the level in `_meta` of a request (MCP 2026-07-28). Without it, the client wants no log messages. */
const levelKey = "io.modelcontextprotocol/logLevel";

function findRank(level: unknown): number {
  const levels: readonly unknown[] = logLevels;
  return levels.indexOf(level);
}
