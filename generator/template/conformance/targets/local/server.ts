/** The server as `npm start` runs it, for callers with tokens that the hooks have made. */
import { createServer } from "../../../src/server.ts";
import { now } from "./clock.ts";
import { answerHooks } from "./hooks.ts";
import { authenticate } from "./tokens.ts";

const server = createServer({ authenticate, now, routes: answerHooks });
process.once("SIGTERM", () => void server.close(1_000));
process.stdout.write(`listening at ${await server.listen(0)}\n`);
