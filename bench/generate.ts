import { once } from "node:events";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleaved, median, runScript, startScript, type Taken } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { cli, inFolder, spec } from "./workbench.ts";

const rounds = 5;

/** What a person waits for: the whole command, from the start of the process to its end; of `--watch`, from save to file. */
export const bench: Bench = {
  title: "toolwright generate, our 14 tools, wall time",
  rows: () => inFolder(async (folder) => [...(await commandRows(folder)), ...(await watchRows(folder))]),
};

async function commandRows(folder: string): Promise<Row[]> {
  const out = join(folder, "generated");
  const generate = (...more: string[]) => runScript(cli, ["generate", "--spec", spec, "--out", out, ...more]);
  await generate();
  const times = await interleaved(rounds, {
    cold() {
      rmSync(out, { recursive: true, force: true });
      return generate("--no-cache");
    },
    unchanged: generate,
    check: () => generate("--check"),
  });
  return [
    { what: "cold", ...measured(times.cold), bar: { atMost: 1300 } },
    { what: "nothing changed", ...measured(times.unchanged), bar: { atMost: 300 } },
    { what: "--check", ...measured(times.check) },
  ];
}

function measured({ wall, cpu }: Taken): Pick<Row, "value" | "unit" | "note"> {
  return { value: wall, unit: "ms", note: `${Math.round(cpu)} ms of processors` };
}

/** Saves that a person makes: words of a tool, of a type that most tools use; a bound, a pattern. `to` differs each time. */
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
  let said = "";
  child.stderr!.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const heard = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(said)) await once(child.stderr!, "data");
    said = "";
  };
  await heard(/Watching/);
  const rows: Row[] = [];
  for (const { what, file, from, to } of saves) {
    const times: number[] = [];
    // The first save finds code that was never run.
    for (let round = 0; round <= rounds; round++) {
      const path = join(copy, file);
      const text = readFileSync(path, "utf8").replace(from, to);
      const started = performance.now();
      writeFileSync(path, text);
      await heard(/: wrote [^\n]*\n/);
      times.push(performance.now() - started);
    }
    rows.push({ what: `--watch, ${what}`, value: median(times.slice(1)), unit: "ms", bar: { atMost: 250 } });
  }
  child.kill("SIGINT");
  await once(child, "close");
  return rows;
}
