import { manifestOf, manifestText } from "../emit/manifest.ts";
import { writeWholeFile } from "../files/staging.ts";
import { ImportError } from "../import/listing.ts";
import { ReleaseError } from "../release/release.ts";
import { type Command, type Io, text, texts, UsageError, type Values } from "./command.ts";
import { ofRelease, serverAt } from "./published-source.ts";
import { areForServer, serverOptions } from "./server-options.ts";
import { compileSpec, specFolder, specOptions } from "./spec.ts";

export const command: Command = {
  options: { ...specOptions, ...serverOptions, ...texts("release", "out") },
  failures: { kinds: [ImportError, ReleaseError], exitCode: 1 },
  async run(values, _, io) {
    const out = values.out === undefined ? undefined : text(values, "out", "");
    const tools = await readTools(values, io);
    if (tools === undefined) return 1;
    if (out === undefined) io.stdout.write(manifestText(tools));
    else writeWholeFile(out, manifestText(tools));
    return 0;
  },
};

/** The tools that the options name. @returns undefined if the spec has errors, which are on stderr */
async function readTools(values: Values, io: Io): Promise<readonly object[] | undefined> {
  refuseOthers(values);
  if (values.url !== undefined) return (await serverAt(values)).published.tools;
  if (values.release !== undefined)
    return ofRelease(text(values, "release", ""), specFolder(values)).published.tools;
  const model = await compileSpec(values, io);
  return model && manifestOf(model);
}

/** Refuses options that would do nothing. */
function refuseOthers(values: Values): void {
  if (values.url !== undefined && values.spec !== undefined)
    throw new UsageError("--url and --spec do not go together.");
  if (values.url !== undefined && values.release !== undefined)
    throw new UsageError("--url and --release do not go together.");
  if (values.url === undefined && areForServer(values))
    throw new UsageError("--token, --header and --timeout go with --url.");
}
