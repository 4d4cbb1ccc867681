import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { compile } from "../../generator/compile.ts";
import { readSpec } from "../../generator/files/spec.ts";
import { growSpec } from "../../generator/test/support/grown-spec.ts";
import { interleave, runScript } from "./measure.ts";
import { writePeerInput } from "./peer-input.ts";
import type { Bench, Row } from "./row.ts";
import { cli, inFolder, spec } from "./temporary-folder.ts";

const rounds = 3;
const peers = join(import.meta.dirname, "peers");
const packages = join(peers, "node_modules");

/**
 * Compares with other generators on the same schemas. They write types, the last one also a client; `toolwright generate` writes handlers,
 * validators, the manifest, conformance cases and docs besides, and checks every example.
 */
export const bench: Bench = {
  title: "generators on the same schemas, cold, wall time of the process",
  rows: () =>
    existsSync(packages)
      ? inFolder(async (folder) => [
          ...(await measureCopies(1, folder)),
          ...(await measureCopies(10, folder)),
        ])
      : Promise.reject(new Error("The peers are not installed: npm ci --prefix bench/peers")),
};

async function measureCopies(copies: number, parent: string): Promise<Row[]> {
  const folder = join(parent, String(copies));
  const at = (...path: string[]) => join(folder, ...path);
  growSpec(spec, copies, at("spec"));
  const { model } = compile(readSpec(at("spec")));
  writePeerInput(model!, folder);
  mkdirSync(at("out"));
  const times = await interleave(rounds, {
    "toolwright generate": () =>
      runScript(cli, ["generate", "--no-cache", "--spec", at("spec"), "--out", at("generated")]),
    "toolwright, types alone": () =>
      runScript(join(import.meta.dirname, "types-alone.ts"), [at("spec"), at("out", "ours.ts")]),
    "json-schema-to-typescript alone": () =>
      runScript(join(peers, "types.mjs"), [at("schemas"), at("out", "types.ts")]),
    "openapi-typescript": () =>
      runScript(join(packages, "openapi-typescript/bin/cli.js"), [
        at("openapi.json"),
        "-o",
        at("out", "openapi.ts"),
      ]),
    // Its `bin` starts this file in another process, whose processor time would not be measured.
    "@hey-api/openapi-ts": () =>
      runScript(join(packages, "@hey-api/openapi-ts/dist/run.mjs"), [
        "--input",
        at("openapi.json"),
        "--output",
        at("out", "client"),
        "--logs",
        at("out"),
      ]),
  });
  const ours = times["toolwright, types alone"];
  return Object.entries(times).map(([name, { wall, cpu }]) => ({
    what: `${model!.tools.length} tools, ${name}`,
    value: wall,
    unit: "ms",
    note: `${Math.round(cpu)} ms of processors; ${(wall / ours.wall).toFixed(1)} x our types alone on the clock, ${(cpu / ours.cpu).toFixed(1)} x of processors`,
  }));
}
