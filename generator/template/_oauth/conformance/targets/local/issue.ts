/** Reads which token the suite wants, valid or not, from standard input, and prints it. */
import { text } from "node:stream/consumers";
import { sign } from "./tokens.ts";

const { scopes, claims } = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify({ token: await sign(scopes, claims) }));
