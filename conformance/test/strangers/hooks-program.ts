/** The hooks of the strangers' servers: passes a question of the suite on to the server, and prints its answer. */
import { text } from "node:stream/consumers";

const body = await text(process.stdin);
const response = await fetch(new URL("/control", process.env.TARGET_URL), { method: "POST", body });
console.log(await response.text());
