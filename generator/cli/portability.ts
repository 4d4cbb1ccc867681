/** The command `portability`: shows which clients accept the interface of a server. */
import {
  ConverterError,
  checkPortability,
  isPortable,
  portabilityFormats,
  portabilityReport,
} from "@toolwright/check/portability";
import { ReleaseError } from "@toolwright/check/release";
import { printable } from "@toolwright/check/report";
import { ImportError } from "@toolwright/check/surface";
import { serverOptions, sourceIn } from "@toolwright/conformance/server-options";
import { type Command, formatAmong, type Io, say, text, texts, UsageError, type Values } from "./command.ts";
import { inFile, type Source, sayUnreadable, serverAt, specIn, UnreadableError } from "./published-source.ts";
import { specFolder } from "./spec.ts";

export const command: Command = {
  options: { ...serverOptions, ...texts("spec", "manifest", "format") },
  failures: { kinds: [ImportError, ReleaseError, UnreadableError, ConverterError], exitCode: 2 },
  async run(values, _, io) {
    const format = formatAmong(portabilityFormats, values);
    const source = await readSource(values, io);
    const portability = await checkPortability(source.published, process.cwd());
    io.stdout.write(portabilityReport(printable(portability), format, source.placeOf()?.file));
    const isWhole = sayUnreadable(source, io);
    if (isPortable(portability)) return isWhole ? 0 : 1;
    say(io, `${source.label}: not every client takes everything.`);
    return 1;
  },
};

async function readSource(values: Values, io: Io): Promise<Source> {
  const named = (["spec", "manifest", "url", "command"] as const).filter(
    (name) => values[name] !== undefined,
  );
  if (named.length > 1) throw new UsageError(`--${named[0]} and --${named[1]} do not go together.`);
  const server = sourceIn(values, io.env);
  if (server !== undefined) return serverAt(server, values, io);
  return values.manifest === undefined
    ? specIn(specFolder(values), io)
    : inFile(text(values, "manifest", ""));
}
