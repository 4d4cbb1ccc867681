/** The streams that notify clients of changes, for all revisions of MCP. */
import { Cancelled } from "../calls/call-errors.ts";
import type { RequestContext } from "../calls/tool-request.ts";
import type { Caller } from "../service/caller.ts";
import type { Change, Changes } from "../service/changes.ts";
import type { Operation, Service } from "../service/service.ts";
import { resourceFinder } from "./resource-reading.ts";

export interface ChangeStreams {
  start(options: StreamOptions): Stream;
  /** Returns the limit that stops a caller from opening another stream; undefined if there is none. */
  reachedLimit(caller: Caller): StreamLimit | undefined;
  /** Whether a caller's scopes allow reading the resource at a URI. */
  mayRead(uri: unknown, caller: Caller): boolean;
  endAll(): void;
}

export interface StreamOptions {
  readonly context: RequestContext;
  readonly wants: (change: Change) => boolean;
  /** Members of the params of each notification. */
  readonly tag: object;
  readonly onEnd: (reason?: Error) => void;
}

export interface Stream {
  /** The caller with its current scopes. */
  caller: Caller;
  send(method: string, params: object): boolean;
  end(reason?: Error): void;
}

/** The owner of a limit on streams: one account, or the whole server. */
export type StreamLimit = "account" | "server";

interface OpenStream extends Stream {
  wants(change: Change): boolean;
}

export const maxStreamsOfAccount = 20;
/** The most streams of all accounts together. Each needs a connection, a timer and 12 kB. */
const maxStreams = 10_000;
/** Often enough for proxies, which close connections that are silent for a minute. */
const checkMs = 15_000;
/** A stream ends after half an hour; then the client opens a new one. */
const maxChecks = 120;

export function changeStreams(
  service: Service,
  changes: Changes | undefined,
  isVisible: (operation: Operation, caller: Caller) => boolean,
): ChangeStreams {
  const streams = new Set<OpenStream>();
  /** The number of streams of each account. */
  const counts = new Map<string, number>();
  const find = resourceFinder(service.resources ?? [], isVisible);
  const mayRead = (uri: unknown, caller: Caller) =>
    typeof uri === "string" &&
    find(uri, caller)?.resource.scopes.every((scope) => caller.scopes.has(scope)) === true;
  // Anonymous callers share one account, so their streams are counted by token.
  const owner = service.auth.scheme === "none" ? "token" : "account";
  changes?.listeners.add(deliver);
  return {
    start,
    reachedLimit(caller) {
      if ((counts.get(caller[owner]) ?? 0) >= maxStreamsOfAccount) return "account";
      return streams.size >= maxStreams ? "server" : undefined;
    },
    mayRead,
    endAll() {
      changes?.listeners.delete(deliver);
      for (const stream of streams) stream.end();
    },
  };

  function start({ context, wants, tag, onEnd }: StreamOptions): Stream {
    let checks = 0;
    const key = context.caller[owner];
    const stream: OpenStream = {
      caller: context.caller,
      wants,
      send: (method, params) =>
        context.notify?.(JSON.stringify({ jsonrpc: "2.0", method, params: { ...tag, ...params } })) === true,
      end(reason) {
        if (!streams.delete(stream)) return;
        count(key, -1);
        clearInterval(timer);
        onEnd(reason);
      },
    };
    const check = async (renew: NonNullable<RequestContext["renew"]>) => {
      const caller = await renew().catch(() => undefined);
      if (caller === undefined || ++checks >= maxChecks) stream.end();
      else stream.caller = caller;
    };
    const renew = context.renew?.bind(context);
    const timer = renew && setInterval(check, checkMs, renew);
    streams.add(stream);
    count(key, 1);
    context.onDisconnect?.(() => stream.end(new Cancelled("The client disconnected.")));
    return stream;
  }

  function count(key: string, change: 1 | -1): void {
    const now = (counts.get(key) ?? 0) + change;
    if (now === 0) counts.delete(key);
    else counts.set(key, now);
  }

  /** Sends a change to the streams. A stream that cannot send it ends, so that its client does not assume that nothing changed. */
  function deliver(change: Change): void {
    const { list, uri, isFor } = change;
    const method = list ? `notifications/${list}/list_changed` : "notifications/resources/updated";
    for (const stream of [...streams]) {
      const { caller } = stream;
      const mayKnow = isFor?.(caller) !== false && (list !== undefined || mayRead(uri, caller));
      if (mayKnow && stream.wants(change) && !stream.send(method, list ? {} : { uri })) stream.end();
    }
  }
}
