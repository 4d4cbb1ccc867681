/** The web site of an app, `app.example`, with the document that describes it. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { publicFetch } from "../../platform/outgoing/public-fetch.ts";

const file = (name: string) => readFileSync(new URL(`app-site/${name}`, import.meta.url), "utf8");
const ca = file("certificate.pem");
export const appCertificate = { cert: ca, key: file("key.pem") };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** DNS leads every name to loopback, wherever it is. */
export function fetchFromLoopback(timeLimitMs?: number) {
  return publicFetch({ ca, resolve: async () => ["127.0.0.1"], isAllowed: () => true, timeLimitMs });
}

/** @param answer the site's answer at any address; undefined: the document that was set last */
export async function appSite() {
  const asked: string[] = [];
  let answer: Answer = (_, response) => void response.writeHead(404).end();
  const server = createServer(appCertificate, (request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const url = `https://app.example:${port}/client.json`;
  return {
    url,
    asked,
    fetchDocument: fetchFromLoopback(),
    says: (next: Answer) => {
      answer = next;
    },
    describes(metadata: object, at = url) {
      answer = (_, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(
          JSON.stringify({
            client_id: at,
            client_name: "Agent",
            token_endpoint_auth_method: "none",
            ...metadata,
          }),
        );
      };
    },
  };
}
