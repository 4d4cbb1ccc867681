/** Answers as server-sent events (MCP 2025-11-25, Streamable HTTP). */
import type { Answer } from "../messages/answer.ts";
import { wholeText } from "../messages/answer.ts";
import type { Exchange } from "./exchange.ts";

/** An answer that becomes an event stream when its first message is sent. */
export interface EventStream {
  /** Whether a message was sent, so that the answer must follow as an event. */
  readonly isOpen: boolean;
  /** Sends a message before the answer. Returns false, and sends nothing, if the client reads too slowly. */
  send(message: string): boolean;
  /** Sends a comment, which clients ignore. */
  keepAlive(): boolean;
  end(answer?: Answer): void;
}

/** Whether the `Accept` header names event streams, without `q=0` (RFC 9110, section 12.5.1). */
export function acceptsEventStream(exchange: Exchange): boolean {
  const ranges = exchange.header("accept")?.split(",");
  const range = ranges?.find((each) => /^\s*text\/event-stream\s*(;|$)/i.test(each));
  return range !== undefined && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range);
}

const headers = Object.entries({
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  // Without this header, nginx delays events until its buffer is full.
  "X-Accel-Buffering": "no",
}).flat();

export function eventStream(exchange: Exchange): EventStream {
  const { stream } = exchange;
  let isOpen = false;
  return {
    send: (message) => write(formatEvent(message)),
    keepAlive: () => write(":\n\n"),
    get isOpen() {
      return isOpen;
    },
    end(answer) {
      if (answer) stream.write(formatEvent(wholeText(answer)));
      stream.end();
    },
  };

  function write(text: string): boolean {
    // Messages for a client that reads slowly would pile up in memory.
    if (!stream.isReady) return false;
    if (!isOpen) exchange.openStream(headers);
    isOpen = true;
    stream.write(text);
    return true;
  }
}

/** Formats one event. JSON text has no line breaks, so one `data` line is enough. */
function formatEvent(data: string): string {
  return `event: message\ndata: ${data}\n\n`;
}
