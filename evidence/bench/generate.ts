import { once } from "node:events";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleave, median, runScript, startScript, type Timing } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { cli, inFolder, spec } from "./temporary-folder.ts";

const rounds = 5;

/** The wall time of the whole command, from the start of the process to its end; for `--watch`, from the save to the written file. */
export const bench: Bench = {
  title: "toolwright generate, our 14 tools, wall time",
  rows: () => inFolder(async (folder) => [...(await commandRows(folder)), ...(await watchRows(folder))]),
};

async function commandRows(folder: string): Promise<Row[]> {
  const out = join(folder, "generated");
  const generate = (...more: string[]) => runScript(cli, ["generate", "--spec", spec, "--out", out, ...more]);
  await generate();
  const times = await interleave(rounds, {
    cold() {
      rmSync(out, { recursive: true, force: true });
      return generate("--no-cache");
    },
    unchanged: generate,
    check: () => generate("--check"),
  });
  return [
    { what: "cold", ...describeTiming(times.cold), bar: { atMost: 1300 } },
    { what: "nothing changed", ...describeTiming(times.unchanged), bar: { atMost: 300 } },
    { what: "--check", ...describeTiming(times.check) },
  ];
}

function describeTiming({ wall, cpu }: Timing): Pick<Row, "value" | "unit" | "note"> {
  return { value: wall, unit: "ms", note: `${Math.round(cpu)} ms of processors` };
}

/** Typical edits of a spec: a description, a bound, a pattern; in one tool, and in a type that most tools use. */
const saves: readonly {
  readonly what: string;
  readonly file: string;
  readonly from: RegExp;
  readonly to: (found: string) => string;
}[] = [
  {
    what: "words of a tool",
    file: "tools/service_ping.yaml",
    from: /description: (>-\n\s+)?/,
    to: (found) => `${found}Anew: `,
  },
  {
    what: "words of the largest tool",
    file: "tools/service_update_form.yaml",
    from: /Changes a form/,
    to: (found) => `${found} anew`,
  },
  {
    what: "words of a type that most tools use",
    file: "types/form_id.yaml",
    from: /Id of a form/,
    to: (found) => `${found} anew`,
  },
  {
    what: "a bound in the largest tool",
    file: "tools/service_update_form.yaml",
    from: /(?<=minLength: )\d+/,
    to: (found) => String(Number(found) + 1),
  },
  {
    what: "the pattern of a type that most tools use",
    file: "types/form_id.yaml",
    from: /0-9A-Za-z|A-Za-z0-9/,
    to: (found) => (found.startsWith("0") ? "A-Za-z0-9" : "0-9A-Za-z"),
  },
];

async function watchRows(folder: string): Promise<Row[]> {
  const copy = join(folder, "spec");
  cpSync(spec, copy, { recursive: true });
  const child = startScript(cli, ["generate", "--watch", "--spec", copy, "--out", join(folder, "watched")]);
  let output = "";
  child.stderr!.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const waitFor = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(output)) await once(child.stderr!, "data");
    output = "";
  };
  await waitFor(/Watching/);
  const rows: Row[] = [];
  for (const { what, file, from, to } of saves) {
    const times: number[] = [];
    // The first save is not counted: it runs code for the first time.
    for (let round = 0; round <= rounds; round++) {
      const path = join(copy, file);
      const text = readFileSync(path, "utf8").replace(from, to);
      const started = performance.now();
      writeFileSync(path, text);
      await waitFor(/: wrote [^\n]*\n/);
      times.push(performance.now() - started);
    }
    rows.push({ what: `--watch, ${what}`, value: median(times.slice(1)), unit: "ms", bar: { atMost: 250 } });
  }
  child.kill("SIGINT");
  await once(child, "close");
  return rows;
}
