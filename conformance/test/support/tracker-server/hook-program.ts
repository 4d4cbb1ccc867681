/** A hook of the target: passes its question on to the tracker whose address is the argument. */
import { text } from "node:stream/consumers";

const response = await fetch(new URL("/control", process.argv[2]), {
  method: "POST",
  body: await text(process.stdin),
});
process.stdout.write(await response.text());
