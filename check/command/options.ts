/** The options of `toolwright check`. */
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { descriptionRules } from "../descriptions/index.ts";
import type { Source } from "../running-server/read-server.ts";
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
}

/** What `--accept` and `--reason` say. */
export interface Accepting {
  /** `CODE PLACE` for a finding, `CODE *` for all of a code, `all` for everything that fails. */
  readonly findings: readonly string[];
  readonly reason: string;
}

/** The command line is wrong; the message says what to write. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** @throws UsageError. Returns `help` where that is asked for. */
export function readOptions(args: readonly string[]): CheckOptions | "help" {
  const { values } = parsed(args);
  if (values.help) return "help";
  const format = formats.find((each) => each === values.format);
  if (format === undefined) throw new UsageError(`--format is one of ${formats.join(", ")}.`);
  const timeoutMs = Number(values.timeout) * 1_000;
  if (!(timeoutMs > 0)) throw new UsageError("--timeout is a number of seconds, such as 60.");
  if ((values.accept === undefined) !== (values.reason === undefined))
    throw new UsageError("--accept and --reason go together: say why the finding is accepted.");
  if (values.base !== undefined && values.against !== undefined)
    throw new UsageError("Name one of --base and --against.");
  const { accept: findings, reason } = values;
  return {
    source: readSource(values),
    timeoutMs,
    lock: values.lock,
    update: values.update,
    base: values.base,
    against: values.against,
    accept: findings !== undefined && reason !== undefined ? { findings, reason } : undefined,
    format,
    reports: (values.report ?? []).map(toReport),
    withoutRules: offRules(values.rules),
    without: checkedSections(values.without ?? []),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        command: { type: "string" },
        env: { type: "string", multiple: true },
        url: { type: "string" },
        token: { type: "string" },
        header: { type: "string", multiple: true },
        timeout: { type: "string", default: "60" },
        lock: { type: "string", default: "mcp.lock.json" },
        update: { type: "boolean", default: false },
        base: { type: "string" },
        against: { type: "string" },
        accept: { type: "string", multiple: true },
        reason: { type: "string" },
        format: { type: "string", default: "human" },
        report: { type: "string", multiple: true },
        rules: { type: "string", default: "" },
        without: { type: "string", multiple: true },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\. To specify a positional.*$/s, "."));
  }
}

type Values = ReturnType<typeof parsed>["values"];

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

function checkedSections(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => !sectionNames.some((known) => known === name));
  if (wrong === undefined) return names;
  throw new UsageError(`--without names a section: ${sectionNames.join(", ")}. There is no ${wrong}.`);
}

function readSource({ command, env = [], url, token, header = [] }: Values): Source {
  if ((command === undefined) === (url === undefined))
    throw new UsageError('Name one of --url URL and --command "COMMAND".');
  if (command !== undefined) {
    if (token !== undefined || header.length > 0) throw new UsageError("--token and --header go with --url.");
    return { kind: "stdio", command, environment: Object.fromEntries(env.map(toVariable)) };
  }
  if (env.length > 0) throw new UsageError("--env goes with --command.");
  const headers = Object.fromEntries(header.map(toHeader));
  return {
    kind: "http",
    url: toUrl(url ?? ""),
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  };
}

/** `NAME=VALUE`; `NAME` alone takes the value of this process. */
function toVariable(text: string): [string, string] {
  const [, name = "", , value = process.env[text] ?? ""] = /^([^=]+)(=(.*))?$/s.exec(text) ?? [];
  if (name === "") throw new UsageError("--env looks like NAME=VALUE.");
  return [name, /=/.test(text) ? text.slice(name.length + 1) : value];
}

function toHeader(text: string): [string, string] {
  const colon = text.indexOf(":");
  if (colon <= 0) throw new UsageError('--header looks like "NAME: VALUE".');
  return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
}

export function toUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${text} is not an http or https URL.`);
  return url;
}
