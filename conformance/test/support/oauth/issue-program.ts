/** The hook `issue` of tests: asks the authorization server of the test, whose address is its argument. */
import { text } from "node:stream/consumers";

const [address = ""] = process.argv.slice(2);
const response = await fetch(address, { method: "POST", body: await text(process.stdin) });
process.stdout.write(await response.text());
