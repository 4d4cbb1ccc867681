/** Describes the commands of the CLI, their options and the parts of the process that they use. */
import type { ParseArgsConfig } from "node:util";
import { withoutControls } from "@toolwright/check/report";
import { type Secret, UsageError } from "@toolwright/conformance/server-options";
import { type ReportFormat, reportFormats } from "../report/report.ts";

/** A mistake in the command line. Exit code 2. */
export { UsageError };

/** An output stream of a command. */
export interface Output {
  /** Whether it shows colours. */
  readonly isColoured: boolean;
  /** Whether it is a terminal. */
  readonly isTTY?: boolean;
  /** The width of a terminal, in characters. */
  readonly columns?: number;
  write(text: string): void;
}

/** The parts of the process that a command uses. Paths are relative to the working folder of the process. */
export interface Io {
  /** Data. */
  readonly stdout: Output;
  /** Messages and progress. */
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** From now on, the streams have the names of these secrets in place of their values. */
  hide(secrets: readonly Secret[]): void;
}

/** A program with a command line of its own: it gets all arguments after its name. @returns the exit code */
export type Program = (args: readonly string[]) => Promise<number>;

type Options = NonNullable<ParseArgsConfig["options"]>;

/** One command of the CLI. `help/NAME.txt` describes its usage, options, examples and exit codes. */
export interface Command {
  readonly options: Options;
  /** The names in `--help` of its positional arguments. Absent: it takes none. */
  readonly arguments?: readonly string[];
  /** Errors that are not bugs: the command prints their message and ends with this exit code. */
  readonly failures?: {
    readonly kinds: readonly (new (message: string) => Error)[];
    readonly exitCode: 1 | 2;
  };
  /** Whether stdout is what a server sent, which is printed as it is. */
  readonly printsData?: boolean;
  /** @returns the exit code. */
  run(values: Values, positionals: readonly string[], io: Io): Promise<number>;
}

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The value of a text option, or its default. */
export function text(values: Values, name: string, defaultValue: string): string {
  const value = values[name];
  if (value === "") throw new UsageError(`--${name} is empty.`);
  return typeof value === "string" ? value : defaultValue;
}

/** Progress goes to stderr, so that stdout stays data. The line may have texts of a server. */
export function say({ stderr }: Io, line: string): void {
  stderr.write(`${withoutControls(line)}\n`);
}

/** Returns the value of `--format`: one of these; the first one is the default. */
export function formatAmong<Format extends string>(
  formats: readonly [Format, ...Format[]],
  values: Values,
): Format {
  const wanted = text(values, "format", formats[0]);
  const format = formats.find((candidate) => candidate === wanted);
  if (!format) throw new UsageError(`--format ${wanted} is not one of ${formats.join(", ")}.`);
  return format;
}

export function readFormat(values: Values): ReportFormat {
  return formatAmong(reportFormats, values);
}

/** Makes options of one kind: options with a text, with several texts, or without a value. */
function repeatOption(option: Options[string]): (...names: string[]) => Options {
  return (...names) => Object.fromEntries(names.map((name) => [name, option]));
}
export const texts = repeatOption({ type: "string" });
export const lists = repeatOption({ type: "string", multiple: true });
export const flags = repeatOption({ type: "boolean" });

/** Tells whether to colour the output of a stream (https://no-color.org, https://force-color.org). */
export function colourFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env;
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && !NO_COLOR && TERM !== "dumb";
}
