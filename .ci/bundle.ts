/** `npm run bundles`: writes `impl/web/bundles/`. With `--check` it only compares, and exits with 1 where a file is stale. */
import { staleBundles, writeBundles } from "./bundles.ts";

const checkOption = "--check";
const options = process.argv.slice(2);
if (options.some((option) => option !== checkOption)) {
  process.stderr.write(`Usage: npm run bundles [-- ${checkOption}]\n`);
  process.exit(2);
}

if (!options.includes(checkOption)) await writeBundles();
else {
  const stale = await staleBundles();
  for (const finding of stale) process.stderr.write(`${finding}\n`);
  if (stale.length > 0) process.exitCode = 1;
  else process.stdout.write("impl/web/bundles is what its sources make.\n");
}
