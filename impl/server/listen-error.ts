/** Explains why an address cannot be listened on. */
import { ConfigError } from "../config/config.ts";

/** The address is not available; the message says what to do. */
export class AddressUnavailable extends Error {
  override readonly name = "PortTaken";
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
        `HOST is ${JSON.stringify(host)}, which is no address of this machine. Example: HOST=127.0.0.1`,
      );
    default:
      return error;
  }
}
