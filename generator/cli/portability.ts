import { ImportError } from "../import/listing.ts";
import { isPortable } from "../portability/finding.ts";
import { portabilityFormats, portabilityReport } from "../portability/report.ts";
import { ReleaseError } from "../release/release.ts";
import { portabilityOf } from "./client-libraries/check.ts";
import { ConverterError } from "./client-libraries/converter-process.ts";
import { type Command, formatAmong, type Io, say, text, texts, UsageError, type Values } from "./command.ts";
import { inFile, type Source, serverAt, specIn, UnreadableError } from "./published-source.ts";
import { areForServer, serverOptions } from "./server-options.ts";
import { specFolder } from "./spec.ts";

export const command: Command = {
  help: `Says which clients take the tools of a server: a table, tool by client, with what to do below it.

Usage: toolwright portability [--spec DIR | --manifest FILE | --url URL] [--format NAME]

  --spec DIR        the spec folder (default: spec)
  --manifest FILE   a manifest or a release file, of any server
  --url URL         a running server (streamable HTTP)
  --token TOKEN     a bearer token for the server
  --header "N: V"   another header for the server; may be given several times
  --timeout SECONDS how long the server may take (default: 60)
  --format NAME     human (default), json, github (annotations of a pull request), markdown

Claude, OpenAI, Gemini, VS Code, Cursor and clients that inline references are checked by rules: by what they document
or answer. Libraries are run, where the working folder has them installed: @openai/agents, @ai-sdk/mcp, zod,
@langchain/mcp-adapters, @mastra/mcp, @apidevtools/json-schema-ref-parser. Each connects to a server on loopback that
lists the tools; what it tells the model is compared with the schema, and valid calls must arrive.

  yes   the tool is taken
  note  it works, without something that the client could do: a strict mode, a keyword that the model is not told
  lost  the model is not told of a part of the arguments
  NO    the tool is dropped, or a valid call of it does not arrive
  -     the library is not installed here, so nothing was checked

Examples:
  toolwright portability                                      the tools of the spec
  npm install --no-save @openai/agents && toolwright portability     with one library more
  toolwright portability --url https://example.com/mcp --token "$TOKEN" --format markdown

Exit codes: 0 every client that was checked takes every tool, 1 one loses or refuses something, 2 not checked.
`,
  options: { ...serverOptions, ...texts("spec", "manifest", "format") },
  failures: { kinds: [ImportError, ReleaseError, UnreadableError, ConverterError], exitCode: 2 },
  async run(values, _, io) {
    const format = formatAmong(portabilityFormats, values);
    const source = await sourceOf(values, io);
    const { tools, server } = source.published;
    const portability = await portabilityOf(tools, server?.name ?? "", process.cwd());
    io.stdout.write(portabilityReport(portability, format, source.placeOf().file));
    if (isPortable(portability)) return 0;
    say(io, `${source.label}: not every client takes every tool.`);
    return 1;
  },
};

async function sourceOf(values: Values, io: Io): Promise<Source> {
  const named = (["spec", "manifest", "url"] as const).filter((name) => values[name] !== undefined);
  if (named.length > 1) throw new UsageError(`--${named[0]} and --${named[1]} do not go together.`);
  if (values.url === undefined && areForServer(values))
    throw new UsageError("--token, --header and --timeout go with --url.");
  if (values.url !== undefined) return serverAt(values);
  return values.manifest === undefined
    ? specIn(specFolder(values), io)
    : inFile(text(values, "manifest", ""));
}
