/** The options of `toolwright check`. */
import { extname } from "node:path";
import { parseArgs } from "node:util";
import {
  requiredSource,
  type Source,
  serverOptions,
  timeoutIn,
  UsageError,
  unexpectedArgument,
} from "@toolwright/conformance/server-options";
import { descriptionRules } from "../descriptions/index.ts";
import { type DirectoryName, directoryNames } from "../directories/index.ts";
import { sectionNames } from "../verdict/verdict.ts";

export const formats = ["human", "markdown", "json", "sarif", "junit", "github"] as const;
export type Format = (typeof formats)[number];

/** A file that gets the verdict. */
export interface ReportFile {
  readonly file: string;
  readonly format: Format;
}

/** The formats of report files, by how their names end. */
const formatsOfFiles: Readonly<Record<string, Format>> = {
  ".json": "json",
  ".md": "markdown",
  ".sarif": "sarif",
  ".xml": "junit",
  ".txt": "human",
};

export interface CheckOptions {
  readonly source: Source;
  readonly timeoutMs: number;
  /** The path of the lock file. */
  readonly lock: string;
  readonly update: boolean;
  /** A folder for a spec of the server; undefined: none is written. */
  readonly writeSpec: string | undefined;
  /** A git revision whose lock file is compared with; undefined: the one in the working folder. */
  readonly base: string | undefined;
  /** A manifest, release or lock file, an address or a command to compare with. */
  readonly against: string | undefined;
  /** Findings to accept in the lock file, as patterns or as `all`, and why. */
  readonly accept: Accepting | undefined;
  readonly format: Format;
  /** Files that get the verdict, too, each in the format that its name ends with. */
  readonly reports: readonly ReportFile[];
  /** Rules about descriptions to leave out. */
  readonly withoutRules: readonly string[];
  /** Sections to leave out. */
  readonly without: readonly string[];
  /** The directories whose criteria are checked; empty: the section is left out. */
  readonly directories: readonly DirectoryName[];
  /** The file of the entry in the MCP Registry; undefined: `server.json` or `generated/server.json`, if it is there. */
  readonly serverJson: string | undefined;
  /** A file or an address that has the server card; undefined: it is looked for where the server is. */
  readonly card: string | undefined;
}

/** The values of `--accept` and `--reason`. */
export interface Accepting {
  /** `CODE PLACE` for a finding, `CODE *` for all of a code, `all` for everything that fails. */
  readonly findings: readonly string[];
  readonly reason: string;
}

/** @throws UsageError. Returns `help` where that is asked for. */
export function readOptions(args: readonly string[]): CheckOptions | "help" {
  const { values } = parseArguments(args);
  if (values.help) return "help";
  const format = formats.find((each) => each === values.format);
  if (format === undefined) throw new UsageError(`--format is one of ${formats.join(", ")}.`);
  if ((values.accept === undefined) !== (values.reason === undefined))
    throw new UsageError("--accept and --reason go together: say why the finding is accepted.");
  if (values.base !== undefined && values.against !== undefined)
    throw new UsageError("Name one of --base and --against.");
  const { accept: findings, reason } = values;
  return {
    source: requiredSource(values),
    timeoutMs: timeoutIn(values),
    lock: values.lock,
    update: values.update,
    writeSpec: values["write-spec"],
    base: values.base,
    against: values.against,
    accept: findings !== undefined && reason !== undefined ? { findings, reason } : undefined,
    format,
    reports: (values.report ?? []).map(toReport),
    withoutRules: offRules(values.rules),
    without: checkSections(values.without ?? []),
    directories: readDirectories(values),
    serverJson: values["server-json"],
    card: values.card,
  };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...serverOptions,
        lock: { type: "string", default: "mcp.lock.json" },
        update: { type: "boolean", default: false },
        "write-spec": { type: "string" },
        base: { type: "string" },
        against: { type: "string" },
        accept: { type: "string", multiple: true },
        reason: { type: "string" },
        format: { type: "string", default: "human" },
        report: { type: "string", multiple: true },
        rules: { type: "string", default: "" },
        without: { type: "string", multiple: true },
        for: { type: "string", multiple: true },
        "server-json": { type: "string" },
        card: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    const { message } = error as Error;
    const [, argument] = /^Unexpected argument '([^']*)'/.exec(message) ?? [];
    throw new UsageError(
      argument === undefined
        ? message.replace(/\. To specify a positional.*$/s, ".")
        : unexpectedArgument(argument, args),
    );
  }
}

function toReport(file: string): ReportFile {
  const format = formatsOfFiles[extname(file)];
  if (format !== undefined) return { file, format };
  const endings = Object.keys(formatsOfFiles).join(", ");
  throw new UsageError(`--report ${file}: the name of a report ends with its format, one of ${endings}.`);
}

/** `-no-verb,-no-description`: rules that are off. */
function offRules(text: string): string[] {
  const names = text.split(",").filter((name) => name !== "");
  const known = descriptionRules.map(({ code }) => code);
  const wrong = names.find((name) => !name.startsWith("-") || !known.includes(name.slice(1)));
  if (wrong !== undefined)
    throw new UsageError(
      `--rules turns rules off, such as -${known[0]}. There is no ${wrong}; there are: ${known.join(", ")}.`,
    );
  return names.map((name) => name.slice(1));
}

function checkSections(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => !sectionNames.some((known) => known === name));
  if (wrong === undefined) return names;
  throw new UsageError(`--without names a section: ${sectionNames.join(", ")}. There is no ${wrong}.`);
}

/** `--for claude,registry`: the directories in their own order, each once. */
function readDirectories({
  for: lists = [],
  card,
  "server-json": serverJson,
}: {
  readonly for?: readonly string[];
  readonly card?: string;
  readonly "server-json"?: string;
}): DirectoryName[] {
  const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim());
  const wrong = names.find((name) => !directoryNames.some((known) => known === name));
  if (wrong !== undefined)
    throw new UsageError(
      `--for names directories. There is no ${JSON.stringify(wrong)}; there are: ${directoryNames.join(", ")}.`,
    );
  if (names.length === 0 && (card ?? serverJson) !== undefined)
    throw new UsageError("--card and --server-json go with --for, such as --for registry.");
  return directoryNames.filter((name) => names.includes(name));
}
