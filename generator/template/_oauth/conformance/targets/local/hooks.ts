/** Answers the questions of the suite, at /control of the server under test. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { moveClock, now } from "./clock.ts";
import { end, make, sign, type Wanted } from "./tokens.ts";

type Question =
  | { hook: "mint"; tokens: readonly (Wanted & { readonly count: number })[] }
  | { hook: "revoke" | "expire"; token: { readonly token: string } }
  | { hook: "clock"; seconds: number; still?: boolean }
  | { hook: "issue"; scopes: readonly string[]; claims: Readonly<Record<string, unknown>> };

/** Answers a request if it is a question. The server under test passes its requests on. */
export async function answerHooks(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (request.method !== "POST" || request.url !== "/control") return false;
  const question = (await json(request)) as Question;
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(await answer(question)));
  return true;
}

async function answer(asked: Question): Promise<object> {
  if (asked.hook === "mint") return { tokens: (await Promise.all(asked.tokens.map(minted))).flat() };
  if (asked.hook === "clock") {
    moveClock(asked);
    return { now: new Date(now()).toISOString() };
  }
  if (asked.hook === "issue") return { token: await sign(asked.scopes, asked.claims) };
  end(asked.token.token);
  return {};
}

function minted({ count, ...wanted }: Wanted & { readonly count: number }): Promise<object[]> {
  return Promise.all(
    Array.from({ length: count }, async () => ({ token: await make(wanted), ...wanted, oauth: true })),
  );
}
