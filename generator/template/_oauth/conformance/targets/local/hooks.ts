/** Reads one question of the suite from standard input, and prints the answer. */
import { text } from "node:stream/consumers";
import { moveClock } from "./clock.ts";
import { sign, withdraw } from "./issuer.ts";

interface Wanted {
  readonly scopes: readonly string[];
  readonly count: number;
  /** Absent: the account that the run works with. */
  readonly account?: string;
}

type Question =
  | { hook: "mint"; tokens: readonly Wanted[] }
  | { hook: "revoke" | "expire"; token: { readonly token: string } }
  | { hook: "issue"; scopes: readonly string[]; claims: Readonly<Record<string, unknown>> }
  | { hook: "clock"; seconds: number };

const question: Question = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await answer(question)));

async function answer(asked: Question): Promise<object> {
  switch (asked.hook) {
    case "mint":
      return { tokens: (await Promise.all(asked.tokens.map(minted))).flat() };
    case "issue":
      return { token: await tokenOf(asked.scopes, asked.claims) };
    case "clock":
      moveClock(asked.seconds);
      return {};
    default:
      withdraw(asked.token.token);
      return {};
  }
}

/** The rate counts by client and account, so each token is one of another client. */
function minted({ count, scopes, account }: Wanted): Promise<object[]> {
  const caller = { scopes, ...(account !== undefined && { account }) };
  const claims = () => ({ sub: account ?? "conformance", client_id: crypto.randomUUID() });
  return Promise.all(
    Array.from({ length: count }, async () => ({ ...caller, token: await tokenOf(scopes, claims()) })),
  );
}

function tokenOf(scopes: readonly string[], claims: Readonly<Record<string, unknown>>): Promise<string> {
  return sign({ sub: "conformance", client_id: "suite", scope: scopes.join(" "), ...claims });
}
