/**
 * Counts the instructions of a call of `service_ping` in this checkout and in another one, with its dependencies installed:
 * `instructions-program.ts FOLDER`. `valgrind` has to be on the machine. V8 interprets the code, since compiled code differs from run
 * to run by more than what is measured here; counts do not depend on what else the machine does.
 */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { inFolder } from "../temporary-folder.ts";

/** The difference between a run with few and one with many calls is what calls take, without the start. */
const few = 50;
const many = 550;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder of the other checkout.");
const here = new URL(".", import.meta.url).pathname;
const gatedServer = join(here, "../gated-server.ts");

await inFolder(async (temporary) => {
  const before = await bundle(
    join(temporary, "before.mjs"),
    resolve(folder, "evidence/bench/gated-server.ts"),
  );
  const now = await bundle(join(temporary, "now.mjs"), gatedServer);
  for (const era of ["legacy", "modern"]) report(`${era}, before`, countCall(before, era));
  for (const kind of ["legacy", "modern", "beside", "undeclared"])
    report(`${kind}, now`, countCall(now, kind));
});

/** Bundles the calls with the server of a checkout, as plain JavaScript: V8 cannot strip types while it only interprets. */
async function bundle(outfile: string, server: string): Promise<string> {
  await build({
    entryPoints: [join(here, "calls-program.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["toolwright-source"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "warning",
    plugins: [
      {
        name: "core of a checkout",
        setup: ({ onResolve }) => onResolve({ filter: /\/gated-server\.ts$/ }, () => ({ path: server })),
      },
    ],
  });
  return outfile;
}

function countCall(program: string, kind: string): number {
  const [least, most] = [few, many].map((calls) => countInstructions(program, String(calls), kind));
  return (most! - least!) / (many - few);
}

function countInstructions(program: string, calls: string, kind: string): number {
  const interpreted = ["--jitless", "--single-threaded", "--predictable-gc-schedule", "--hash-seed=1"];
  const valgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null", process.execPath];
  const { stderr, status } = spawnSync("valgrind", [...valgrind, ...interpreted, program, calls, kind], {
    encoding: "utf8",
  });
  const collected = /Collected : (\d+)/.exec(stderr)?.[1];
  if (status !== 0 || collected === undefined) throw new Error(`valgrind ended with ${status}: ${stderr}`);
  return Number(collected);
}

function report(what: string, instructions: number): void {
  process.stdout.write(`${what}: ${Math.round(instructions).toLocaleString("en")} instructions a call\n`);
}
