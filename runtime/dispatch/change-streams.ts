/** The streams on which clients hear of changes, whichever revision of MCP opened them. */
import { Cancelled } from "../calls/call-errors.ts";
import type { RequestContext } from "../calls/tool-request.ts";
import type { Caller } from "../service/caller.ts";
import type { Change, Changes } from "../service/changes.ts";
import type { Operation, Service } from "../service/service.ts";
import { resourceFinder } from "./resource-reading.ts";

export interface ChangeStreams {
  start(options: StreamOptions): Stream;
  /** The limit that keeps a caller from one more stream; undefined: none does. */
  reachedLimit(caller: Caller): StreamLimit | undefined;
  /** Whether a caller's scopes allow to read what is at a URI. */
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
  send(method: string, params: object): boolean;
  end(reason?: Error): void;
}

/** Whose streams are as many as they may be. */
export type StreamLimit = "account" | "server";

interface OpenStream extends Stream {
  caller: Caller;
  wants(change: Change): boolean;
}

export const maxStreamsOfAccount = 20;
/** Of all accounts together: each takes a connection, a timer and 12 kB. */
const maxStreams = 10_000;
/** Proxies close connections that are silent for a minute. */
const checkMs = 15_000;
/** Half an hour; then the client listens again. */
const maxChecks = 120;

export function changeStreams(
  service: Service,
  changes: Changes | undefined,
  isVisible: (operation: Operation, caller: Caller) => boolean,
): ChangeStreams {
  const streams = new Set<OpenStream>();
  /** How many streams each account has. */
  const counts = new Map<string, number>();
  const find = resourceFinder(service.resources ?? [], isVisible);
  const mayRead = (uri: unknown, caller: Caller) =>
    typeof uri === "string" &&
    find(uri, caller)?.resource.scopes.every((scope) => caller.scopes.has(scope)) === true;
  // Anonymous callers share one account, and are told apart by their token.
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

  /** A client that cannot be told of a change must not believe that there was none, so its stream ends. */
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
