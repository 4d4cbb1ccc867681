/**
 * The hooks of the strangers' servers: what the suite asks goes to `/control` of the server. With `CLOCK=moves` the clock
 * cannot stand still.
 */
import { text } from "node:stream/consumers";

const { still, ...order } = JSON.parse(await text(process.stdin));
const stands = process.env.CLOCK !== "moves" && still !== undefined;
const response = await fetch(new URL("/control", process.env.TARGET_URL), {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(stands ? { ...order, still } : order),
});
console.log(await response.text());
