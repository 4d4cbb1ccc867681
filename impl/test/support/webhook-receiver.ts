/** A receiver of webhooks on loopback, which checks signatures by the text of Standard Webhooks and not by our code. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface ReceivedEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly raw: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown>;
  };
  isSignedWith(secret: string): boolean;
}

type Answer = (response: ServerResponse, event: ReceivedEvent) => void;

/** Answers 204 until a test says otherwise. */
export async function webhookReceiver() {
  const received: ReceivedEvent[] = [];
  let answer: Answer = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    const { headers } = request;
    const [id, timestamp, signature] = ["id", "timestamp", "signature"].map((name) =>
      String(headers[`webhook-${name}`]),
    );
    const event: ReceivedEvent = {
      id: id!,
      timestamp: timestamp!,
      headers,
      raw,
      body: JSON.parse(raw),
      isSignedWith(secret) {
        const key = Buffer.from(secret.replace("whsec_", ""), "base64");
        const wanted = createHmac("sha256", key).update(`${id}.${timestamp}.${raw}`).digest();
        return timingSafeEqual(Buffer.from(signature!.replace("v1,", ""), "base64"), wanted);
      },
    };
    received.push(event);
    answer(response, event);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** The networks that have to be named for it to be reached. */
    networks: ["127.0.0.1"],
    says(next: Answer) {
      answer = next;
    },
    answers(status: number) {
      answer = (response) => response.writeHead(status).end();
    },
  };
}
