/** The hooks of the render farm: passes its input to the port of the farm. */
import { text } from "node:stream/consumers";

const body = await text(process.stdin);
const response = await fetch(`http://127.0.0.1:${process.argv[2]}`, { method: "POST", body });
process.stdout.write(await response.text());
