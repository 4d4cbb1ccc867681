import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "../dispatch/answer.ts";

/** An answer that may become an event stream: it does when there is something to tell before the answer itself. */
export interface EventStream {
  /** Whether something has been told, so that the answer has to follow as an event. */
  readonly open: boolean;
  /** Sent if the client keeps up with reading, else left out. */
  notify(notification: string): void;
  end(answer: Answer): void;
}

/** Whether a client takes an event stream as an answer: it names the type, and not to rule it out (RFC 9110, section 12.5.1). */
export function takesEvents({ headers }: IncomingMessage): boolean {
  const named = headers.accept?.split(",").find((range) => /^\s*text\/event-stream\s*(;|$)/i.test(range));
  return named !== undefined && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(named);
}

export function eventStream(response: ServerResponse): EventStream {
  let open = false;
  return {
    get open() {
      return open;
    },
    notify(notification) {
      if (response.writableEnded || response.destroyed) return;
      // Of a client that does not keep up with reading, no more is held in memory than what it is sent already.
      if (response.writableNeedDrain) return;
      if (!open) start();
      write(notification);
    },
    end({ body, readyMade = nothing }) {
      write(body + readyMade.toString());
      response.end();
    },
  };

  function start(): void {
    open = true;
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      // nginx would hold events back until its buffer is full.
      "X-Accel-Buffering": "no",
    });
  }

  /** JSON text holds no line break, so that one line of data is enough. */
  function write(data: string): void {
    response.write(`event: message\ndata: ${data}\n\n`);
  }
}

const nothing = Buffer.alloc(0);
