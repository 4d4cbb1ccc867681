import { manifestOf, manifestText } from "../emit/manifest.ts";
import { writeWholeFile } from "../files/whole-file.ts";
import { ImportError } from "../import/listing.ts";
import { ReleaseError } from "../release/release.ts";
import { type Command, type Io, text, texts, UsageError, type Values } from "./command.ts";
import { ofRelease, serverAt } from "./published-source.ts";
import { areForServer, serverOptions } from "./server-options.ts";
import { compileSpec, specFolder, specHelp, specOptions } from "./spec.ts";

export const command: Command = {
  help: `Prints a manifest: { "tools": [...] }, as tools/list returns it. Stdout is JSON and nothing else.

Usage: toolwright manifest [--spec DIR] [--out FILE]
       toolwright manifest --release VERSION [--spec DIR] [--out FILE]
       toolwright manifest --url URL [--token TOKEN] [--header "NAME: VALUE"]... [--out FILE]

${specHelp}
  --release VER   the manifest of a release (spec/releases/VER.json) instead of that of the spec; latest is the last one
  --url URL       the manifest of a running server (streamable HTTP), instead of that of the spec
  --token TOKEN   a bearer token for the server
  --header "N: V" another header to send; may be given several times
  --timeout SEC   how long the server may take (default: 60)
  --out FILE      write it to a file; nothing is printed, and a failure leaves the file as it was

Examples:
  toolwright manifest > manifest.json             to publish it; \`npm run manifest > manifest.json\` does the same
  toolwright manifest | jq '.tools[].name'        the names of the tools, in order
  toolwright manifest --release 1.2.0             what 1.2.0 published
  toolwright manifest --url https://example.com/mcp --token "$TOKEN" --out deployed.json

Exit codes: 0 printed or written, 1 the spec has errors or the server gives no manifest, 2 usage or disk.
`,
  options: { ...specOptions, ...serverOptions, ...texts("release", "out") },
  failures: { kinds: [ImportError, ReleaseError], exitCode: 1 },
  async run(values, _, io) {
    const out = values.out === undefined ? undefined : text(values, "out", "");
    const tools = await toolsOf(values, io);
    if (tools === undefined) return 1;
    if (out === undefined) io.stdout.write(manifestText(tools));
    else writeWholeFile(out, manifestText(tools));
    return 0;
  },
};

/** The tools that the options name. @returns undefined if the spec has errors, which are on stderr */
async function toolsOf(values: Values, io: Io): Promise<readonly object[] | undefined> {
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
