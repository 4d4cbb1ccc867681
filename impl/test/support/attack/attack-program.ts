/**
 * `npm run attack`: starts the service on loopback, attacks it, and prints what was tried and what had an effect. Exit codes: 0
 * all held, 1 something did not.
 */
import { forged, matrix, strangers } from "./access.ts";
import type { Attack, Findings } from "./attack.ts";
import { brokenOff, heads, oversized, smuggling } from "./bodies.ts";
import { clockSetBack, diskFull, stalledLog } from "./circumstances.ts";
import { costliest } from "./costliest.ts";
import { editorPosts } from "./editor.ts";
import { largePages, messages, reads } from "./floods.ts";
import { largeMessages, slowForms } from "./large.ts";
import { lockOuts, mails, patterns, storedPages } from "./respondents.ts";
import { scripts } from "./scripts.ts";
import { slowPeers } from "./slow.ts";
import { startWorld } from "./world.ts";

/** Floods of pages come last: they use up what the network may read. */
const attacks: readonly Attack[] = [
  matrix,
  strangers,
  forged,
  smuggling,
  scripts,
  brokenOff,
  heads,
  oversized,
  largeMessages,
  slowForms,
  editorPosts,
  storedPages,
  patterns,
  mails,
  lockOuts,
  clockSetBack,
  stalledLog,
  diskFull,
  messages,
  costliest,
  largePages,
  reads,
];

function print(name: string, { tried, broken, note }: Findings): void {
  const verdict = broken.length === 0 ? "held" : `${broken.length} BROKEN`;
  process.stdout.write(
    `${name.padEnd(44)}${String(tried).padStart(6)} tried  ${verdict.padEnd(12)}${note ?? ""}\n`,
  );
  for (const sentence of broken.slice(0, 10)) process.stdout.write(`  ${sentence.slice(0, 600)}\n`);
}

/** A class that cannot be run to its end has not held. */
function run(attack: Attack): Promise<Findings> {
  return attack
    .run(world)
    .catch((error: Error) => ({ tried: 0, broken: [`was not run to its end: ${error.stack}`] }));
}

const world = await startWorld();
try {
  // Most of their time is waiting.
  const slow = run(slowPeers);
  const findings: Findings[] = [];
  for (const attack of attacks) {
    const found = await run(attack);
    print(attack.name, found);
    findings.push(found);
  }
  const found = await slow;
  print(slowPeers.name, found);
  findings.push(found);
  const broken = findings.reduce((sum, one) => sum + one.broken.length, 0);
  const tried = findings.reduce((sum, one) => sum + one.tried, 0);
  process.stdout.write(`\n${tried} attacks, ${broken} with an effect\n`);
  process.exitCode = broken === 0 ? 0 : 1;
} finally {
  await world.stop();
}
