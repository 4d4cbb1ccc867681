/** The command `import`: writes a spec for an existing server. */
import { relative, resolve } from "node:path";
import { LockError } from "@toolwright/check/lock";
import { formatCount, oneLine, withoutControls } from "@toolwright/check/report";
import { ImportError, type Listing } from "@toolwright/check/surface";
import { serverOptions, showSource, sourceIn, timeoutIn } from "@toolwright/conformance/server-options";
import { readListingFile } from "../files/listing.ts";
import { refuseNonEmpty, writeNewFolder } from "../files/new-folder.ts";
import type { Guess } from "../import/guesses/index.ts";
import type { SeenOutputs } from "../import/imported-tools.ts";
import { type Imported, importListing } from "../import/index.ts";
import { report } from "../report/report.ts";
import { type Command, flags, type Io, text, texts, UsageError, type Values } from "./command.ts";
import { readResults } from "./import/read-results.ts";
import { guidePage } from "./package.ts";
import { readRunning, signInAt } from "./published-source.ts";

export const command: Command = {
  options: { ...serverOptions, ...texts("manifest", "out"), ...flags("guess", "read") },
  arguments: ["FILE"],
  failures: { kinds: [ImportError, LockError], exitCode: 1 },
  async run(values, [file], io) {
    const { stderr } = io;
    const out = text(values, "out", "spec");
    const read = makeReader(values, file, io);
    refuseNonEmpty(out);
    const { listing, seen } = await read();
    stderr.write(
      writeSpecOf(listing, out, {
        address: showAddress(values),
        guess: values.guess === true,
        seen,
        colour: stderr.isColoured,
      }),
    );
    return listing.unreadable.length > 0 ? 1 : 0;
  },
};

export interface WritingOptions {
  /** The options with which the suite reaches the server. */
  readonly address: string;
  /** Whether what the names of tools suggest counts. Else it stands in comments. */
  readonly guess?: boolean;
  /** Schemas of what tools returned that publish none. */
  readonly seen?: SeenOutputs;
  readonly colour?: boolean;
}

/**
 * Writes the spec of a server into a new folder.
 *
 * @returns the warnings, the summary and the next steps
 * @throws ImportError, DiskError
 */
export function writeSpecOf(
  listing: Listing,
  out: string,
  { address, guess = false, seen = new Map(), colour = false }: WritingOptions,
): string {
  const imported = importListing(listing, { guess, seen });
  const { sources, diagnostics } = imported;
  writeNewFolder(out, sources);
  const folder = `${relative(process.cwd(), resolve(out)).replaceAll("\\", "/")}/`;
  const warnings = report(diagnostics, sources, { format: "human", folder, colour });
  const shown = diagnostics.length > 0 ? `${warnings}\n` : "";
  return shown + withoutControls(summary(listing, out, imported, { address, guess }));
}

/** What a server or a file has, and the schemas of results that `--read` has seen. */
interface Reading {
  readonly listing: Listing;
  readonly seen: SeenOutputs;
}

/** Checks the options, and returns the function that reads the tools: from a server, or from a manifest file. */
function makeReader(values: Values, argument: string | undefined, io: Io): () => Promise<Reading> {
  if (argument !== undefined && /^https?:/.test(argument))
    throw new UsageError(`${argument} is not a file. Did you mean \`--url ${argument}\`?`);
  const named = ["url", "command", "manifest"].filter((name) => values[name] !== undefined);
  if (named.length + (argument === undefined ? 0 : 1) !== 1)
    throw new UsageError("Name a file, or one of --url, --command and --manifest.");
  const source = sourceIn(values, io.env);
  if (source !== undefined) {
    const timeoutMs = timeoutIn(values);
    return async () => {
      const signedIn = await signInAt(source, io);
      const listing = await readRunning(signedIn, values, io);
      const seen = values.read === true ? await readResults(listing, signedIn, timeoutMs, io) : new Map();
      return { listing, seen };
    };
  }
  if (values.read === true)
    throw new UsageError(
      "--read calls tools of a server: it goes with --url or --command. A file has no results.",
    );
  const file = argument ?? text(values, "manifest", "");
  return async () => ({ listing: readListingFile(file), seen: new Map() });
}

function summary(
  listing: Listing,
  out: string,
  imported: Imported,
  { address, guess }: Required<Pick<WritingOptions, "address" | "guess">>,
): string {
  const { server, tools, unreadable, notes } = listing;
  const { sources, types, guesses } = imported;
  const countFiles = (what: string) => sources.filter(({ path }) => path.startsWith(`${what}s/`)).length;
  const lines = [
    `${out}/ describes ${oneLine(`${server.name} ${server.version}`)}: ${[
      formatCount(tools.length, "tool"),
      ...["resource", "prompt"].filter(countFiles).map((what) => formatCount(countFiles(what), what)),
      formatCount(types, "shared type"),
    ].join(
      ", ",
    )}. It generates the same manifest${unreadable.length > 0 ? ", but for the tools that are left out" : ""}.`,
    ...unreadable.map(({ problem }) => `Left out: ${problem}`),
    ...notes,
    ...imported.notes,
    "",
    "Next, see whether the server keeps to its manifest (--plan lists what would be sent; leave it out to send it):",
    `  npx toolwright conformance ${address} --spec ${out} --plan`,
    "",
    `Then fill in what a manifest does not say: search for GAP in ${out}/.`,
    ...(guesses.length > 0 ? [guessNote(guesses, guess)] : []),
    "",
    "To write a server for this spec:",
    `  npx toolwright generate --spec ${out}              types, validators and the manifest`,
    `  npx toolwright generate --spec ${out} --scaffold   and a file for each handler to write`,
    `  ${guidePage("serving.md")} shows handlers, and the few lines that serve them.`,
  ];
  return `${lines.join("\n")}\n`;
}

/** Says what was guessed of the behaviour, and where it stands. */
function guessNote(guesses: readonly Guess[], areLive: boolean): string {
  const entities = guesses.filter(({ tool }) => tool === undefined);
  const tools = new Set(guesses.flatMap(({ tool }) => tool ?? []));
  const parts = [
    ...(entities.length > 0 ? [`what is made (${entities.map(({ key }) => key).join(", ")})`] : []),
    ...(tools.size > 0
      ? [`how ${formatCount(tools.size, "tool")} ${tools.size === 1 ? "behaves" : "behave"}`]
      : []),
  ];
  const where = areLive
    ? "counts: read it, and take out what is wrong."
    : "is there in comments: take the # away where it is right. With --guess it counts at once.";
  return `What the names suggest, ${parts.join(" and ")}, ${where}`;
}

/** The options with which the suite reaches the imported server. The value of a header is never printed. */
function showAddress(values: Values): string {
  const source = sourceIn(values);
  if (source === undefined) return "--url URL";
  const hasToken = source.kind === "http" && (source.headers.authorization ?? source.login) !== undefined;
  return [...showSource(source), ...(hasToken ? ['--token "$TOKEN"'] : [])].join(" ");
}
