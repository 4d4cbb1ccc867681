/** Reads one question of the suite from standard input, and prints the answer. */
import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { moveClock } from "./clock.ts";
import { end, make } from "./tokens.ts";

interface Wanted {
  readonly scopes: readonly string[];
  readonly count: number;
  /** Absent: the account that the run works with. */
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
  else end(asked.token.token);
  return {};
}

function minted({ count, ...caller }: Wanted): object[] {
  return Array.from({ length: count }, () => {
    const secret = randomBytes(24).toString("base64url");
    make({ secret, scopes: caller.scopes, account: caller.account ?? "conformance" });
    return { token: secret, ...caller };
  });
}
