/**
 * Prints what runs at a stranger's server find, one line a seed and one a finding:
 * `node --conditions=toolwright-source conformance/test/support/strangers-program.ts shop 1 20 [MISTAKE]`.
 */
import { failedIn } from "./servers/first-runs.ts";
import { testStranger, variantOf } from "./test-stranger.ts";

const [name = "shop", first = "1", last = first, mistake] = process.argv.slice(2);
for (let seed = Number(first); seed <= Number(last); seed += 1) {
  const report = await testStranger(name, seed, mistake === undefined ? {} : { mistake });
  const failed = failedIn(report);
  const causes = Map.groupBy(
    report.results.flatMap(({ verdict }) => (verdict.status === "unverified" ? [verdict.cause] : [])),
    (cause) => cause,
  );
  const unverified = [...causes].map(([cause, { length }]) => `${cause} ${length}`).join(", ");
  process.stdout.write(
    `${name} ${seed} (${variantOf(seed).name}): ${report.results.length} cases, ${failed.length} failed; not verified: ${unverified || "none"}\n`,
  );
  for (const finding of failed) process.stdout.write(`  ${finding.replaceAll("\n", " ")}\n`);
}
