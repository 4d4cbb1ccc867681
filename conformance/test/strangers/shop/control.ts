/** Answers what tests need beside the tools of the shop: tokens, and a clock that moves. */
import { moveClock, timestamp } from "./clock.ts";
import { endToken, mintToken, type Token } from "./tokens.ts";

type Question =
  | { readonly hook: "mint"; readonly tokens: readonly (Partial<Token> & { readonly count?: number })[] }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

/** Answers a hook, as the body of the request has it. */
export function control(body: string): object {
  const question = JSON.parse(body) as Question;
  if (question.hook === "mint") return { tokens: question.tokens.flatMap(mint) };
  if (question.hook === "clock") {
    moveClock(question.seconds, question.still, process.env.CLOCK === "stands");
    return { now: timestamp() };
  }
  endToken(question.token.token);
  return {};
}

function mint({ account, scopes = [], count = 1 }: Partial<Token> & { readonly count?: number }): object[] {
  return Array.from({ length: count }, () => ({
    token: mintToken({ account: account ?? "main", scopes }),
    scopes,
    ...(account !== undefined && { account }),
  }));
}
