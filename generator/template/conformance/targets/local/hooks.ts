/** Reads one question of the suite from standard input, and prints the answer. */
import { text } from "node:stream/consumers";
import { moveClock } from "./clock.ts";
import { mint, withdraw } from "./tokens.ts";

interface Wanted {
  readonly scopes: readonly string[];
  readonly count: number;
  readonly account?: string;
}

type Question =
  | { hook: "mint"; tokens: readonly Wanted[] }
  | { hook: "revoke" | "expire"; token: { readonly token: string } }
  | { hook: "clock"; seconds: number };

const question = JSON.parse(await text(process.stdin)) as Question;
process.stdout.write(JSON.stringify(answer(question)));

function answer(asked: Question): object {
  if (asked.hook === "mint") return { tokens: asked.tokens.flatMap(minted) };
  if (asked.hook === "clock") moveClock(asked.seconds);
  else withdraw(asked.token.token);
  return {};
}

function minted({ count, ...caller }: Wanted): object[] {
  return Array.from({ length: count }, () => ({ token: mint(Math.random(), caller), ...caller }));
}
