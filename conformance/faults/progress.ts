import type { WriteStream } from "node:tty";
import type { ExperimentOptions } from "./experiment.ts";
import { noiseIn } from "./report.ts";

type Listeners = Pick<ExperimentOptions, "onReference" | "onOutcome" | "onHealthy">;

/** After so many faults there is a line, where nobody watches a terminal. */
const lineEvery = 50;

/** Tells how far the experiment is: one line that changes on a terminal, now and then a line elsewhere. */
export function progressOn(
  stream: WriteStream,
  { count, healthy }: { readonly count: number; readonly healthy: number },
): Listeners {
  const startedAt = performance.now();
  let tried = 0;
  let survived = 0;
  let runs = 0;
  const say = (text: string) => stream.write(`${stream.isTTY ? "\r\u001b[K" : ""}${text}\n`);
  return {
    onReference(report) {
      say(`${report.results.length} cases with the healthy server in ${report.seconds.toFixed(0)} s`);
      for (const line of noiseIn(report)) say(`  ${line}`);
    },
    onOutcome({ trial, found, changed }) {
      if (trial.fault === undefined) return;
      tried++;
      if (found === undefined) {
        survived++;
        say(`  survives: ${trial.fault.id}${changed === 0 ? " (never came to bear)" : ""}`);
      }
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      const line = `${tried}/${count} faults, ${survived} survived, ${seconds} s`;
      if (stream.isTTY) stream.write(`\r\u001b[K${line}  ${trial.fault.id}`.slice(0, stream.columns + 3));
      else if (tried % lineEvery === 0) say(line);
    },
    onHealthy(report) {
      runs++;
      const noise = noiseIn(report);
      say(
        `healthy run ${runs}/${healthy}, seed ${report.seed}: ${noise.length === 0 ? "silent" : "not silent"}, ${report.seconds.toFixed(0)} s`,
      );
      for (const line of noise) say(`  ${line}`);
    },
  };
}
