/** The commands of the operator by their names: `service-mcp token list`. */
import { type Command, type CommandIo, type ExitCode, processIo, runCommand } from "./command-line.ts";

/** A command is loaded only when it runs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  token: async () => (await import("./token.ts")).tokenCommand,
  account: async () => (await import("./account.ts")).accountCommand,
  credits: async () => (await import("./credits.ts")).creditsCommand,
  backup: async () => (await import("./backup.ts")).backupCommand,
  restore: async () => (await import("./backup.ts")).restoreCommand,
  erase: async () => (await import("./erase.ts")).eraseCommand,
  ai: async () => (await import("./ai.ts")).aiCommand,
  keys: async () => (await import("./keys.ts")).keysCommand,
};

/** @param argv the name of the command and its arguments */
export async function run(
  [name = "", ...args]: readonly string[],
  io: CommandIo = processIo(),
): Promise<ExitCode> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) return runCommand(name, await load(), args, io);
  const names = ["start", "worker", ...Object.keys(commands)].join(", ");
  io.err(`service-mcp: There is no command ${name}: ${names}.\n`);
  return 2;
}
