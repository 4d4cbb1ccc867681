/** Answers as server-sent events (MCP 2025-11-25, Streamable HTTP). */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "../messages/answer.ts";

/** An answer that becomes an event stream with its first notification. */
export interface EventStream {
  /** Whether a notification was sent, so that the answer must follow as an event. */
  readonly isOpen: boolean;
  /** Sends a notification, unless the client reads too slowly. */
  notify(notification: string): void;
  end(answer: Answer): void;
}

/** Whether the `Accept` header names event streams, without `q=0` (RFC 9110, section 12.5.1). */
export function acceptsEventStream({ headers }: IncomingMessage): boolean {
  const range = headers.accept?.split(",").find((each) => /^\s*text\/event-stream\s*(;|$)/i.test(each));
  return range !== undefined && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range);
}

export function eventStream(response: ServerResponse): EventStream {
  let isOpen = false;
  return {
    get isOpen() {
      return isOpen;
    },
    notify(notification) {
      if (response.writableEnded || response.destroyed) return;
      // Notifications for a client that reads slowly would pile up in memory.
      if (response.writableNeedDrain) return;
      if (!isOpen) start();
      write(notification);
    },
    end({ body, prebuiltEnd = empty }) {
      write(body + prebuiltEnd.toString());
      response.end();
    },
  };

  function start(): void {
    isOpen = true;
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      // Without this, nginx holds events back until its buffer is full.
      "X-Accel-Buffering": "no",
    });
  }

  /** JSON text has no line breaks, so one `data` line is enough. */
  function write(data: string): void {
    response.write(`event: message\ndata: ${data}\n\n`);
  }
}

const empty = Buffer.alloc(0);
