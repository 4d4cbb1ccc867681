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
    const isAnswer = pathname === "/callback" && searchParams.get("state") === state;
    response
      .writeHead(isAnswer ? 200 : 404, {
        "content-type": "text/plain; charset=utf-8",
        "referrer-policy": "no-referrer",
        connection: "close",
      })
      .end(isAnswer ? "Done. You can close this page.\n" : "This is not the answer to the sign-in.\n");
    if (isAnswer) resolve(searchParams);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const minutes = timeoutMs / 60_000;
  const timer = setTimeout(
    () => reject(new LoginError(`nobody signed in within ${minutes} minutes`)),
    timeoutMs,
  );
  const interrupt = () => reject(new LoginError("interrupted"));
  signal?.addEventListener("abort", interrupt, { once: true });
  // If the caller no longer waits, another error came first.
  answer.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answer,
    close() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      server.close();
    },
  };
}
