/** The hook `clock`: moves the clock in the file that `WALLET_CLOCK` names, and stops it unless `CLOCK=moves`. */
import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const file = process.env.WALLET_CLOCK!;
const { seconds, still } = JSON.parse(await text(process.stdin)) as { seconds: number; still?: boolean };
const { ahead = 0, stopped }: { ahead?: number; stopped?: number } = JSON.parse(readFileSync(file, "utf8"));

const time = (stopped ?? Date.now() + ahead) + seconds * 1000;
const isStill = (still ?? stopped !== undefined) && process.env.CLOCK !== "moves";
writeFileSync(file, JSON.stringify({ ahead: time - Date.now(), ...(isStill && { stopped: time }) }));
console.log(JSON.stringify({ now: new Date(time).toISOString() }));
