/** Asks hostile endpoints in turn: `KIND URL ...`. Prints what each ended with, and the most memory that the process took. */
import { endings } from "./ask-endpoint.ts";

const [kind = "", ...urls] = process.argv.slice(2);
const reasons: string[] = [];
for (const url of urls) reasons.push(await endings[kind as keyof typeof endings](url));
console.log(JSON.stringify({ reasons, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
