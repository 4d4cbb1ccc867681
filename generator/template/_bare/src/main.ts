/** `npm start`. PORT and HOST say where it listens. */
import { createMcpServer } from "@toolwright/runtime";
import { service } from "../generated/tools.ts";
import { handlers } from "./handlers/index.ts";
import { log } from "./log.ts";

const { PORT = "3000", HOST = "127.0.0.1" } = process.env;
const server = createMcpServer({ service, handlers, log });
const endpoint = await server.listen(Number(PORT), HOST);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close(5_000));
process.stdout.write(`${service.server.name} listens at ${endpoint}\n`);
