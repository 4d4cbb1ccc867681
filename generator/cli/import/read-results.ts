/** `toolwright import --read`: calls the tools that say that they only read, and describes their results. */
import { formatCount, Progress } from "@toolwright/check/report";
import type { Listing } from "@toolwright/check/surface";
import type { Source } from "@toolwright/conformance/server-options";
import type { SeenOutputs } from "../../import/imported-tools.ts";
import { collectSamples, planCalls } from "../../import/samples/collect.ts";
import { describeOutputs } from "../../import/samples/outputs.ts";
import { isInWords, type Samples } from "../../import/samples/sample.ts";
import { type Io, say } from "../command.ts";
import { guidePage } from "../package.ts";

/** @param source where the user is signed in */
export async function readResults(
  listing: Listing,
  source: Source,
  timeoutMs: number,
  io: Io,
): Promise<SeenOutputs> {
  const plan = planCalls(listing);
  const names = plan.called.map(({ name }) => name);
  say(
    io,
    `--read calls ${formatCount(names.length, "tool")}${names.length > 0 ? `: ${names.join(", ")}` : ""}.`,
  );
  for (const why of plan.leftOut) say(io, `  left out: ${why}`);
  if (names.length === 0) return new Map();
  const { callTools } = await import("@toolwright/check/running-server");
  const samples: Samples = new Map();
  const inWords = new Set<string>();
  const progress = new Progress(io.stderr);
  const problem = await callTools(
    source,
    timeoutMs,
    (call) =>
      collectSamples(
        listing,
        plan,
        async (name, input) => {
          progress.begin(name);
          const result = await call(name, input);
          if (result && isInWords(result)) inWords.add(name);
          return result;
        },
        samples,
      ),
    { onStep: (step) => progress.begin(step) },
  ).finally(() => progress.end());
  if (problem !== undefined)
    say(io, `The calls ended early, and what was returned until then counts. ${problem}`);
  const seen = describeOutputs(listing, samples);
  say(io, `The results of ${formatCount(seen.size, "tool")} are described in the spec.`);
  const worded = [...inWords].filter((name) => !seen.has(name));
  const empty = plan.called
    .filter(({ name, outputSchema }) => outputSchema === undefined && !seen.has(name) && !inWords.has(name))
    .map(({ name }) => name);
  if (empty.length > 0)
    say(
      io,
      `Not described, since they returned nothing to learn from: ${empty.join(", ")}. Fill the server, and import it again.`,
    );
  if (worded.length > 0) {
    const page = `${guidePage("spec-language.md")}, "Results as text"`;
    say(
      io,
      `Some results of ${formatCount(worded.length, "tool")} are words (${worded.join(", ")}). Lines of output_as describe them: ${page}.`,
    );
  }
  return seen;
}
