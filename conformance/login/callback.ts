/** The redirect address of a sign-in: a server on loopback that answers once. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { LoginError } from "./documents.ts";

export interface Callback {
  readonly url: string;
  /** The parameters that the authorization server sends in the redirect. Rejects when the time is over. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

export interface CallbackOptions {
  readonly timeoutMs: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** @param state requests with another one are not the answer: any page can send the browser here */
export async function listenForCallback(
  state: string,
  { timeoutMs, signal }: CallbackOptions,
): Promise<Callback> {
  const { promise: answer, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const isAnswer =
      request.method === "GET" && pathname === "/callback" && searchParams.get("state") === state;
    response.writeHead(isAnswer ? 200 : 404, {
      "content-type": "text/plain; charset=utf-8",
      "referrer-policy": "no-referrer",
      connection: "close",
    });
    // The browser has the whole page before the server closes.
    if (isAnswer) response.end(pageFor(searchParams), () => resolve(searchParams));
    else response.end("This is not the answer to the sign-in.\n");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const late = () => reject(new LoginError(`the user did not sign in within ${timeoutMs / 60_000} minutes`));
  const timer = setTimeout(late, timeoutMs);
  const interrupt = () => reject(new LoginError("interrupted"));
  signal?.addEventListener("abort", interrupt, { once: true });
  if (signal?.aborted === true) interrupt();
  // If the caller no longer waits, another error came first.
  answer.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answer,
    close() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      server.close();
      // Browsers open connections that they may never use, and the process would wait for them.
      server.closeAllConnections();
    },
  };
}

/** The page that the user sees in the end. */
function pageFor(answer: URLSearchParams): string {
  return answer.has("error")
    ? "The sign-in failed. The command says why. You can close this page.\n"
    : "You can close this page. The command goes on.\n";
}
