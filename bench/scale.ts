import { join } from "node:path";
import { growSpec } from "../generator/test/grown-spec.ts";
import { runScript } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { cli, inFolder, spec } from "./workbench.ts";

const copies = [1, 10, 100];
const toolsPerCopy = 14;

/** A generator that looks at all tools for each tool shows here: ten times the tools would take a hundred times as long. */
export const bench: Bench = {
  title: "toolwright generate, cold, as the spec grows, wall time of the process",
  rows: () =>
    inFolder(async (folder) => {
      const rows: Row[] = [];
      for (const count of copies) {
        const grown = join(folder, `spec-${count}`);
        growSpec(spec, count, grown);
        const out = join(folder, `generated-${count}`);
        const { wall, cpu } = await runScript(cli, ["generate", "--no-cache", "--spec", grown, "--out", out]);
        const tools = count * toolsPerCopy;
        const note = `${Math.round(cpu)} ms of processors, ${(cpu / tools).toFixed(1)} a tool`;
        const bar = count === 100 ? { bar: { atMost: 10_000 } } : {};
        rows.push({ what: `${tools} tools`, value: wall, unit: "ms", note, ...bar });
      }
      return rows;
    }),
};
