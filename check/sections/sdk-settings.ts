/**
 * Rules of MCP that SDKs break by design, with the setting of each SDK that has one. Without a lock file they are advice. The settings for
 * Origin stand at the check itself, since the suite names them, too.
 */
import list from "./sdk-settings.json" with { type: "json" };

interface SdkSettings {
  /** Names of checks. */
  readonly checks: readonly string[];
  /** The reason why servers break it, as a sentence. */
  readonly why: string;
  /** The settings that end it; empty: none is known. */
  readonly settings: readonly { readonly sdk: string; readonly setting: string }[];
  /** The packages at which it was seen, with their versions. */
  readonly seen: readonly string[];
}

export const sdkSettings: readonly SdkSettings[] = list;

/** Returns the advice for a failed check, or undefined if a healthy server of every SDK passes it. */
export function findSdkSettings(check: string): string | undefined {
  const found = sdkSettings.find(({ checks }) => checks.includes(check));
  if (found === undefined) return undefined;
  const settings = found.settings.map(({ sdk, setting }) => (sdk === "any" ? setting : `${sdk}: ${setting}`));
  return [found.why, ...(settings.length === 0 ? [] : [`${settings.join("; ")}.`])].join(" ");
}
