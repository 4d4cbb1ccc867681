/** How a process of the service starts and stops: its exit codes, and the signals that end it. */
import { type Log, Unavailable } from "@toolwright/runtime";
import { ConfigError } from "./config/config.ts";
import { StorageError } from "./storage/error.ts";

/** Ctrl+C sends the signal twice, from the terminal and through npm, so signals this close together count as one. */
const SAME_SIGNAL_MS = 250;
const PARENT_CHECK_MS = 500;

/** The address is not available; the message says what to do. */
class AddressUnavailable extends Error {
  override readonly name = "PortTaken";
}

/** Returns the message and the exit code of a failed start: 2 for mistakes in the configuration, else 1. */
export function explainStart(error: unknown): { readonly text: string; readonly exitCode: 1 | 2 } {
  const known = [ConfigError, StorageError, AddressUnavailable, Unavailable];
  const exitCode = error instanceof ConfigError ? 2 : 1;
  if (!(error instanceof Error)) return { text: String(error), exitCode };
  const text = known.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
  return { text, exitCode };
}

/** Ends the process if it cannot start. */
export async function exitOnError(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const { text, exitCode } = explainStart(error);
    process.stderr.write(`${text}\n`);
    process.exit(exitCode);
  }
}

/**
 * Stops the process on a signal, with exit code 0. The first signal waits for running requests; a second one exits at
 * once (exit code 1).
 * @param stop ends requests and closes the storage
 */
export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stoppingSince: number | undefined;

  async function shutDown(reason: string): Promise<void> {
    const now = performance.now();
    if (stoppingSince !== undefined && now - stoppingSince < SAME_SIGNAL_MS) return;
    if (stoppingSince !== undefined) {
      log.warn({ event: "stopped_by_force", reason });
      process.exit(1);
    }
    stoppingSince = now;
    log.info({ event: "stopping", reason });
    await stop();
    log.info({ event: "stopped" });
    process.exit(0);
  }

  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, shutDown);
  if (/^(start|worker)$/.test(process.env.npm_lifecycle_event ?? ""))
    whenOrphaned(() => shutDown("npm has ended"));
}

/**
 * npm starts the process through a shell. A signal to npm ends only the shell, and the process would go on and keep the
 * port. So the process watches for a new parent process.
 */
function whenOrphaned(orphaned: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    orphaned();
  }, PARENT_CHECK_MS).unref();
}

/**
 * Turns an error of `listen` into one that names the setting to change.
 * @param variable where the port comes from
 */
export function explainListenError(
  {
    host,
    port,
    variable = "PORT",
  }: { readonly host: string; readonly port: number; readonly variable?: string },
  error: unknown,
): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new AddressUnavailable(
        `Port ${port} of ${host} is taken. Stop what listens there, or choose another: ${variable}=${port + 1}`,
      );
    case "EACCES":
      return new AddressUnavailable(
        `Port ${port} needs more rights than this user has. Choose one above 1023: ${variable}=3000`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new ConfigError(
        `HOST is ${JSON.stringify(host)}, which is not an address of this machine. Example: HOST=127.0.0.1`,
      );
    default:
      return error;
  }
}
