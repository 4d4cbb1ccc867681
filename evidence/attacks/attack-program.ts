/**
 * `npm run attack`: starts the service on loopback, attacks it, and prints what was tried, what had an effect, and what it took of the
 * service. Exit codes: 0 all held, 1 something did not.
 */
import { setTimeout as delay } from "node:timers/promises";
import { forged, matrix, strangers } from "./access.ts";
import type { Attack, Findings } from "./attack.ts";
import { brokenOff, heads, oversized, smuggling } from "./bodies.ts";
import { clockSetBack, diskFull, stalledLog } from "./circumstances.ts";
import { costliest } from "./costliest.ts";
import { drafts } from "./drafts.ts";
import { editorPosts } from "./editor.ts";
import { largePages, messages, reads } from "./floods.ts";
import { filled } from "./full-accounts.ts";
import { largeMessages, slowForms } from "./large.ts";
import { listeners } from "./listen.ts";
import { underLoad } from "./load.ts";
import { members } from "./members.ts";
import { readers } from "./readers.ts";
import { lockOuts, mails, patterns, storedPages } from "./respondents.ts";
import { scripts } from "./scripts.ts";
import { slowPeers } from "./slow.ts";
import { copies, unconfirmedResponses, unsentUploads } from "./storage.ts";
import { together } from "./together.ts";
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
  members,
  slowForms,
  editorPosts,
  storedPages,
  patterns,
  mails,
  lockOuts,
  clockSetBack,
  stalledLog,
  diskFull,
  copies,
  unsentUploads,
  unconfirmedResponses,
  drafts,
  filled,
  listeners,
  together,
  messages,
  costliest,
  readers,
  largePages,
  reads,
];

const HEADINGS = ["tried", "effects", "core %", "/healthz ms", "heap MB", "resident MB", "disk MB"];

function printLine(name: string, cells: readonly string[]): void {
  const columns = cells.map((cell, at) => cell.padStart(HEADINGS[at]!.length + 3));
  process.stdout.write(`${name.padEnd(44)}${columns.join("")}\n`);
}

function print(name: string, { tried, broken, note, load }: Findings): void {
  const cells = load && [
    (100 * load.share).toFixed(0),
    `${load.health.median.toFixed(1)} / ${load.health.most.toFixed(0)}`,
    ...[load.heap, load.resident, load.disk].map((megabytes) => megabytes.toFixed(0)),
  ];
  printLine(name, [String(tried), String(broken.length), ...(cells ?? [])]);
  if (note !== undefined) process.stdout.write(`  ${note}\n`);
  for (const sentence of broken.slice(0, 10)) process.stdout.write(`  ${sentence.slice(0, 600)}\n`);
}

/** A class that cannot be run to its end has not held. */
async function run(attack: Attack): Promise<Findings> {
  const { result, load } = await underLoad(world, () =>
    attack.run(world).catch(
      (error: Error): Findings => ({
        tried: 0,
        broken: [`was not run to its end: ${error.stack}`],
      }),
    ),
  );
  return { ...result, load: result.load ?? load };
}

/** The baseline for the rows below. */
const nothing: Attack = { name: "nothing", run: () => delay(2_000, { tried: 0, broken: [] }) };

const world = await startWorld();
try {
  process.stdout.write("/healthz: median and most processor time of the service until it answers\n");
  printLine("", HEADINGS);
  print(nothing.name, await run(nothing));
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
