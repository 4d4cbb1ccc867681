/** Compares limits of the spec with limits of the code when the service starts. */
import { limits } from "../../../generated/limits.ts";
import { ConfigError } from "./config.ts";

/** Limits that have one largest value. */
type LimitName = {
  [Name in keyof typeof limits]: (typeof limits)[Name] extends { readonly max: number } ? Name : never;
}[keyof typeof limits];

/** The largest value of a limit that the code serves, declared beside the code that depends on it. */
export interface ServedLimit {
  readonly name: LimitName;
  readonly most: number;
  /** Why it serves no more: the end of a sentence. */
  readonly because: string;
}

/**
 * Checks limits. Without this check, a limit raised only in the spec would accept calls that fail later, after credits were
 * reserved.
 *
 * @throws {ConfigError} if the spec allows more than the code serves
 */
export function checkServedLimits(served: readonly ServedLimit[]): void {
  for (const { name, most, because } of served) {
    const { max } = limits[name];
    if (max > most)
      throw new ConfigError(
        `The spec allows ${max} for the limit ${name}, but this service serves at most ${most}, because ${because}. Lower the limit in spec/service.yaml and run npm run generate, or extend what is served.`,
      );
  }
}
