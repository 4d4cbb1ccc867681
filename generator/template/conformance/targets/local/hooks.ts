/** Reads one question of the suite from standard input, and prints the answer. */
import { text } from "node:stream/consumers";
import { moveClock, now } from "./clock.ts";
import { end, make, type Wanted } from "./tokens.ts";

type Question =
  | { hook: "mint"; tokens: readonly (Wanted & { readonly count: number })[] }
  | { hook: "revoke" | "expire"; token: { readonly token: string } }
  | { hook: "clock"; seconds: number };

const question = JSON.parse(await text(process.stdin)) as Question;
process.stdout.write(JSON.stringify(await answer(question)));

async function answer(asked: Question): Promise<object> {
  if (asked.hook === "mint") return { tokens: (await Promise.all(asked.tokens.map(minted))).flat() };
  if (asked.hook === "clock") {
    moveClock(asked.seconds);
    return { now: new Date(now()).toISOString() };
  }
  end(asked.token.token);
  return {};
}

function minted({ count, ...wanted }: Wanted & { readonly count: number }): Promise<object[]> {
  return Promise.all(Array.from({ length: count }, async () => ({ token: await make(wanted), ...wanted })));
}
