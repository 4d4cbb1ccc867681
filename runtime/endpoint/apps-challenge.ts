/** The token by which OpenAI's portal for plugins verifies who controls the host of a server. */
import type { Exchange } from "./exchange.ts";
import * as refusals from "./refusals.ts";

export const appsChallengePath = "/.well-known/openai-apps-challenge";

/** Answers with the token alone, as the portal expects it: no JSON, no line feed. */
export function sendAppsChallenge(exchange: Exchange, token: string): void {
  if (exchange.method !== "GET" && exchange.method !== "HEAD") {
    exchange.refuse(refusals.readOnlyDocument);
    return;
  }
  exchange.openStream([
    "Content-Type",
    "text/plain; charset=utf-8",
    "Content-Length",
    String(new TextEncoder().encode(token).length),
    "Cache-Control",
    "no-store",
    "X-Content-Type-Options",
    "nosniff",
  ]);
  if (exchange.method === "GET") exchange.stream.write(token);
  exchange.stream.end();
}
