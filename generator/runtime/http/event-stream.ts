import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "../dispatch/answer.ts";

/** An answer that may become an event stream: it does when there is something to tell before the answer itself. */
export interface EventStream {
  /** Whether something has been told, so that the answer has to follow as an event. */
  readonly open: boolean;
  notify(notification: string): void;
  end(answer: Answer): void;
}

/** Whether a client takes an event stream as an answer. */
export function takesEvents({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes("text/event-stream") ?? false;
}

export function eventStream(response: ServerResponse): EventStream {
  let open = false;
  return {
    get open() {
      return open;
    },
    notify(notification) {
      if (response.writableEnded || response.destroyed) return;
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
