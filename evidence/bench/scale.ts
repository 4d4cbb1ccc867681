import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "@toolwright/check/surface";
import { writeNewFolder } from "../../generator/files/new-folder.ts";
import { readSpec } from "../../generator/files/spec.ts";
import { importListing } from "../../generator/import/index.ts";
import { growSpec } from "../../generator/test/support/grown-spec.ts";
import { runScript } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { cli, inFolder, spec } from "./temporary-folder.ts";

const sizes = [1, 10, 100];
const maxTools = 1_400;

/** Servers with typical tools: fewer enums and examples than ours. */
const others: readonly string[] = ["playwright", "notion"];

/**
 * Shows whether time grows linearly with the number of tools. Our own tools are heavy: 100 copies of them have 186,000
 * conformance cases.
 */
export const bench: Bench = {
  title: "toolwright generate, cold, as the spec grows, wall time of the process",
  rows: () =>
    inFolder(async (folder) => {
      const rows: Row[] = [];
      for (const copies of sizes) rows.push(await growthRow("ours", spec, copies, folder));
      for (const name of others) {
        const imported = join(folder, name);
        const manifest = join(import.meta.dirname, "../../generator/test/manifests", `${name}.json`);
        const { sources } = importListing(readManifest(readFileSync(manifest, "utf8"), name));
        writeNewFolder(imported, sources);
        rows.push(
          await growthRow(`${name}'s`, imported, Math.round(maxTools / countTools(imported)), folder),
        );
      }
      return rows;
    }),
};

async function growthRow(whose: string, from: string, copies: number, folder: string): Promise<Row> {
  const tools = copies * countTools(from);
  const [to, out] = [join(folder, `${whose}-spec-${copies}`), join(folder, `${whose}-generated-${copies}`)];
  growSpec(from, copies, to);
  const { wall, cpu } = await runScript(cli, ["generate", "--no-cache", "--spec", to, "--out", out]);
  return {
    what: `${tools} tools like ${whose}`,
    value: wall,
    unit: "ms",
    note: `${Math.round(cpu)} ms of processors, ${(cpu / tools).toFixed(1)} a tool`,
    ...(tools > maxTools * 0.9 && { bar: { atMost: 15_000 } }),
  };
}

function countTools(folder: string): number {
  return readSpec(folder).filter(({ path }) => path.startsWith("tools/")).length;
}
