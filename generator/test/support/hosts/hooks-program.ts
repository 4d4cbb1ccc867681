/** The hooks of hosts.proof.ts: they pass their request to the server as a token. */
import { text } from "node:stream/consumers";
import { type TokenContent, tokenOf, tokenSeconds } from "./token-content.ts";

interface Wanted extends TokenContent {
  readonly count: number;
  /** Whether the tokens end by themselves. */
  readonly expires?: boolean;
}

const question = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await answer()));

async function answer(): Promise<object> {
  if (question.hook === "mint") return { tokens: (await Promise.all(question.tokens.map(mint))).flat() };
  await tell(question.hook === "clock" ? { clock: question.seconds } : { withdraw: question.token.token });
  return {};
}

async function mint({ count, expires = false, ...caller }: Wanted): Promise<object[]> {
  const tokens = Array.from({ length: count }, () => tokenOf({ ...caller, number: Math.random() }));
  if (expires) for (const token of tokens) await tell({ ending: token });
  return tokens.map((token) => ({ ...caller, token, ...(expires && { expires_in: tokenSeconds }) }));
}

async function tell(content: TokenContent): Promise<void> {
  const headers = { Authorization: `Bearer ${tokenOf(content)}`, "Content-Type": "application/json" };
  await fetch(process.env.TARGET_URL ?? "", { method: "POST", headers, body: "{}" });
}
