import type { WriteStream } from "node:tty";
import type { ExperimentOptions } from "./experiment.ts";
import type { PatchExperimentOptions } from "./patches/patch-experiment.ts";
import { listUnexpectedFindings } from "./report.ts";

type Listeners = Pick<ExperimentOptions, "onReference" | "onHealthy"> &
  Pick<PatchExperimentOptions, "onOutcome">;

/** The number of faults after which a line is printed if there is no terminal. */
const lineEvery = 50;

/** Shows the progress of the experiment: one changing line on a terminal, occasional lines elsewhere. */
export function makeProgress(stream: WriteStream, count: number, healthy = 0): Listeners {
  const startedAt = performance.now();
  let trials = 0;
  let survivors = 0;
  let runs = 0;
  const print = (text: string) => stream.write(`${stream.isTTY ? "\r\u001b[K" : ""}${text}\n`);
  return {
    onReference(report) {
      print(`${report.results.length} cases with the healthy server in ${report.seconds.toFixed(0)} s`);
      for (const line of listUnexpectedFindings(report)) print(`  ${line}`);
    },
    onOutcome({ trial, firstFinding, changed }) {
      if (trial.fault === undefined) return;
      trials++;
      if (firstFinding === undefined) {
        survivors++;
        print(`  survives: ${trial.fault.id}${changed === 0 ? " (never took effect)" : ""}`);
      } else if (changed === undefined) print(`  ${trial.fault.id} is caught by ${firstFinding.subject.id}`);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      const line = `${trials}/${count} tried, ${survivors} survived, ${seconds} s`;
      if (stream.isTTY) stream.write(`\r\u001b[K${line}  ${trial.fault.id}`.slice(0, stream.columns + 3));
      else if (trials % lineEvery === 0) print(line);
    },
    onHealthy(report) {
      runs++;
      const findings = listUnexpectedFindings(report);
      print(
        `healthy run ${runs}/${healthy}, seed ${report.seed}: ${findings.length === 0 ? "no findings" : "findings"}, ${report.seconds.toFixed(0)} s`,
      );
      for (const line of findings) print(`  ${line}`);
    },
  };
}
