/** Reads one question of the suite from standard input, and prints the answer. */
import { text } from "node:stream/consumers";
import { mint, withdraw } from "./tokens.ts";

type Question =
  | { hook: "mint"; tokens: readonly { readonly scopes: readonly string[]; readonly count: number }[] }
  | { hook: "revoke" | "expire"; token: { readonly token: string } };

const question = JSON.parse(await text(process.stdin)) as Question;
process.stdout.write(JSON.stringify(answer(question)));

function answer(asked: Question): object {
  if (asked.hook !== "mint") {
    withdraw(asked.token.token);
    return {};
  }
  const numbers = ({ count }: { count: number }) => Array.from({ length: count }, () => Math.random());
  return {
    tokens: asked.tokens.flatMap((wanted) =>
      numbers(wanted).map((number) => ({ token: mint(number, wanted.scopes), scopes: wanted.scopes })),
    ),
  };
}
