/** The hooks of hosts.proof.ts: they pass their request to the server as a token. */
import { text } from "node:stream/consumers";
import { type TokenContent, tokenOf } from "./token-content.ts";

interface Wanted extends TokenContent {
  readonly count: number;
}

const question = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await answer()));

async function answer(): Promise<object> {
  if (question.hook === "mint") return { tokens: question.tokens.flatMap(minted) };
  await tell(question.hook === "clock" ? { clock: question.seconds } : { withdraw: question.token.token });
  return {};
}

function minted({ count, ...caller }: Wanted): object[] {
  return Array.from({ length: count }, () => ({
    ...caller,
    token: tokenOf({ ...caller, number: Math.random() }),
  }));
}

async function tell(content: TokenContent): Promise<void> {
  const headers = { Authorization: `Bearer ${tokenOf(content)}`, "Content-Type": "application/json" };
  await fetch(process.env.TARGET_URL ?? "", { method: "POST", headers, body: "{}" });
}
