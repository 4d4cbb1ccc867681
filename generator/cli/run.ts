/** Runs the command that a command line names, and turns its errors into messages and exit codes. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { redactSecrets, type Secret, unexpectedArgument } from "@toolwright/conformance/server-options";
import { didYouMean } from "../diagnostics/suggest.ts";
import { toDiskError } from "../files/disk-error.ts";
import { type Command, colourFor, type Io, type Output, type Program, say, UsageError } from "./command.ts";
import { packageFolder, version } from "./package.ts";

/** Every command, in the order in which a new user needs them (`help/overview.txt`). A command is loaded only when it runs. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command | Program }>>> = {
  check: () => import("./check-server.ts"),
  new: () => import("./new.ts"),
  import: () => import("./import.ts"),
  client: () => import("./client.ts"),
  generate: () => import("./generate.ts"),
  manifest: () => import("./manifest.ts"),
  mock: () => import("./mock.ts"),
  diff: () => import("./diff.ts"),
  release: () => import("./release.ts"),
  publish: () => import("./publish/publish.ts"),
  verify: () => import("./verify.ts"),
  stats: () => import("./stats.ts"),
  portability: () => import("./portability.ts"),
  rules: () => import("./reference/rules.ts"),
  keys: () => import("./reference/keys.ts"),
  cases: () => import("./cases.ts"),
  conformance: () => import("./conformance.ts"),
};

/**
 * Exit codes: 0 done; 1 the spec has errors, or a check found something; 2 the command was not understood, could not
 * run, or has a bug.
 */
export async function run([name, ...rest]: readonly string[], io: Io = processIo()): Promise<number> {
  if (name === "--version" || name === "-v") return print(io, `${version()}\n`);
  if (name === undefined) return print(io, help("overview"), 2);
  if (name === "--help" || name === "-h") return print(io, help("overview"));
  if (name === "help")
    return rest[0] === undefined ? print(io, help("overview")) : run([rest[0], "--help"], io);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) return refuse(io, unknown("command", name, Object.keys(commands)), "npx toolwright --help");
  // With this variable, json-schema-to-typescript logs to stdout, which is for the data of a command.
  delete process.env.VERBOSE;
  const { command } = await load();
  return typeof command === "function" ? command(rest) : runCommand(name, command, rest, io);
}

async function runCommand(
  name: string,
  command: Command,
  args: readonly string[],
  plain: Io,
): Promise<number> {
  const io = hidingSecrets(command, plain);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, help: { type: "boolean", short: "h" } },
      strict: true,
      allowPositionals: command.arguments !== undefined,
    });
    if (values.help) return print(io, help(name));
    const extra = positionals[command.arguments?.length ?? 0];
    if (extra !== undefined) throw new UsageError(unexpectedArgument(extra, args));
    return await command.run(values, positionals, io);
  } catch (error) {
    return explain(error, name, { command, args }, io);
  }
}

/** Reports and messages have no secret that a command names, also where a server repeats it. */
function hidingSecrets({ printsData }: Command, io: Io): Io {
  const hidden: Secret[] = [];
  const hiding = (output: Output): Output => ({
    ...output,
    write: (text) => output.write(redactSecrets(text, hidden)),
  });
  return {
    ...io,
    stderr: hiding(io.stderr),
    stdout: printsData ? io.stdout : hiding(io.stdout),
    hide: (secrets) => void hidden.push(...secrets),
  };
}

/** A command, and what it was called with. */
interface Called {
  readonly command: Command;
  readonly args: readonly string[];
}

function explain(error: unknown, name: string, called: Called, io: Io): number {
  const { command } = called;
  const mistake = toDiskError(error) ?? (error instanceof UsageError ? error : undefined);
  const message = mistake?.message ?? explainParseError(error, called);
  if (message !== undefined) return refuse(io, message, `npx toolwright ${name} --help`);
  const { kinds = [], exitCode = 2 } = command.failures ?? {};
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) {
    say(io, `toolwright: ${error.message.trimEnd()}`);
    return exitCode;
  }
  say(io, `${error instanceof Error ? error.stack : error}`);
  say(io, "\ntoolwright: this is a bug of toolwright, not of your spec. Please report it.");
  return 2;
}

/** The message for a mistake that `parseArgs` reports. */
function explainParseError(error: unknown, { command: { options }, args }: Called): string | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== "string" || !code.startsWith("ERR_PARSE_ARGS")) return undefined;
  const text = String(message);
  const quoted = /'([^']*)'/.exec(text)?.[1] ?? "";
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")
    return unknown(
      "option",
      quoted,
      Object.keys(options).map((option) => `--${option}`),
    );
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL")
    return `${unexpectedArgument(quoted, args)}${optionHint(quoted, options)}`;
  return `${text.split(/[.\n]/)[0]}.`;
}

/** Guesses the option that a positional argument was meant for. */
function optionHint(input: string, options: Command["options"]): string {
  const fitting = [
    ...(/^https?:/.test(input) ? ["url"] : []),
    ...(/\.json$/.test(input) ? ["manifest"] : []),
    ...(existsSync(input) ? ["spec"] : []),
  ].find((option) => Object.hasOwn(options, option));
  return fitting === undefined ? "" : ` Did you mean \`--${fitting} ${input}\`?`;
}

function unknown(what: string, input: string, candidates: readonly string[]): string {
  const hint = didYouMean(input, candidates);
  return `There is no ${what} ${JSON.stringify(input)}.${hint === undefined ? "" : ` ${hint}`}`;
}

function print({ stdout }: Io, text: string, exitCode = 0): number {
  stdout.write(text);
  return exitCode;
}

/** @param name a command, or `overview` */
function help(name: string): string {
  return readFileSync(join(packageFolder(), "help", `${name}.txt`), "utf8");
}

/** Returns the command's access to this process. The process ends when stdout is closed, as in `toolwright manifest | head`. */
export function processIo(): Io {
  const { env } = process;
  const outputTo = (stream: NodeJS.WriteStream): Output => ({
    isColoured: colourFor(stream, env),
    isTTY: stream.isTTY,
    columns: stream.columns,
    write: (text) => void stream.write(text),
  });
  const io: Io = {
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    env,
    hide: () => undefined,
  };
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    const disk = toDiskError(error);
    if (!disk) throw error;
    process.exit(refuse(io, disk.message, "npx toolwright --help"));
  });
  return io;
}

/** Reports a mistake in the command line and the help that explains it. @returns the exit code */
function refuse({ stderr }: Io, message: string, help: string): number {
  stderr.write(`toolwright: ${message} \`${help}\` explains.\n`);
  return 2;
}
