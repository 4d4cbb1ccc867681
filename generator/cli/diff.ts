/** The command `diff`: shows the changes between two interfaces. */
import {
  AcceptedListError,
  applyAccepted,
  compareInterfaces,
  type DiffFormat,
  type DiffReport,
  diffFormats,
  diffReport,
  openBreaks,
} from "@toolwright/check/compatibility";
import { LockError } from "@toolwright/check/lock";
import { isBefore, ReleaseError } from "@toolwright/check/release";
import { printable } from "@toolwright/check/report";
import { ImportError } from "@toolwright/check/surface";
import {
  commandSource,
  refuseStrayOptions,
  serverOptions,
  urlSource,
} from "@toolwright/conformance/server-options";
import { type Command, formatAmong, type Io, text, texts, UsageError, type Values } from "./command.ts";
import { version } from "./package.ts";
import {
  comparedSpecIn,
  readAcceptedOption,
  type Source,
  serverAt,
  serverKind,
  sourceNamed,
  UnreadableError,
} from "./published-source.ts";
import { specFolder } from "./spec.ts";

/** Errors that prevent the comparison. */
export const notCompared = {
  kinds: [ImportError, LockError, ReleaseError, UnreadableError, AcceptedListError],
  exitCode: 2,
} as const;

export const command: Command = {
  arguments: ["OLD", "NEW"],
  options: { ...serverOptions, ...texts("spec", "accept", "format") },
  failures: notCompared,
  async run(values, positionals, io) {
    const format = formatAmong(diffFormats, values);
    const accepted = readAcceptedOption(values);
    const [old, current] = await sides(values, positionals, io);
    const { findings, notes, problems } = compareInterfaces(old.published, current.published);
    const judged = applyAccepted(findings, accepted);
    const report = {
      ...judged,
      notes: [...versionNotes(old, current), ...notes],
      ...(problems.length > 0 && { problems }),
      old: old.label,
      current: current.label,
      placeOf: sideWithPlaces(old, current).placeOf,
    };
    printDifference(report, format, io);
    return openBreaks(judged).length + judged.stale.length + problems.length > 0 ? 1 : 0;
  },
};

/**
 * Returns the side whose files a report points to: a spec is preferred to a manifest or a release, and the new side to the old
 * one.
 */
function sideWithPlaces(old: Source, current: Source): Source {
  const sides = [current, old];
  return (
    sides.find(({ isSpec }) => isSpec) ?? sides.find(({ placeOf }) => placeOf() !== undefined) ?? current
  );
}

function versionNotes(old: Source, current: Source): string[] {
  const [before, after] = [old, current].map(({ published }) => published.server?.version);
  if (!isBefore(after, before)) return [];
  return [`The version goes back: ${before} -> ${after}.`];
}

/** Prints a comparison in the format that the command line names. */
export function printDifference(report: DiffReport, format: DiffFormat, { stdout }: Io): void {
  stdout.write(diffReport(printable(report), { format, colour: stdout.isColoured, version: version() }));
}

/** `--url` and `--command` name the new side; the old one may be a server, too. */
async function sides(values: Values, [old, current]: readonly string[], io: Io): Promise<[Source, Source]> {
  const { url, command } = values;
  const [named] = (["url", "command"] as const).filter((name) => values[name] !== undefined);
  if (named !== undefined && current !== undefined)
    throw new UsageError(`--${named} replaces NEW. Leave one of them out.`);
  if (url !== undefined && command !== undefined)
    throw new UsageError("--url and --command are both NEW. Name the old side as the first argument.");
  const kinds = [old, current].map(serverKind);
  refuseStrayOptions(values, {
    http: url !== undefined || kinds.includes("http"),
    stdio: command !== undefined || kinds.includes("stdio"),
  });
  const before = await sourceNamed(old ?? "release:latest", values, io);
  if (url !== undefined)
    return [before, await serverAt(urlSource(text(values, "url", ""), values), values, io)];
  if (command !== undefined)
    return [before, await serverAt(commandSource(text(values, "command", ""), values, io.env), values, io)];
  return [
    before,
    current === undefined
      ? await comparedSpecIn(specFolder(values), io)
      : await sourceNamed(current, values, io),
  ];
}
