/** Keeps the credentials of a command out of what its server shows, since that is stored and published. */
import {
  credentialsAmong,
  redactSecrets,
  type Source,
  secretsOf,
} from "@toolwright/conformance/server-options";
import { mapTexts } from "../report/printable.ts";
import type { Listing } from "../surface/listing.ts";

/** @returns the listing with the names of variables in place of credentials, and these names */
export function withoutCredentials(listing: Listing, source: Source): Listing {
  const repeated = new Set<string>();
  let safe: unknown = listing;
  for (const credential of credentialsAmong(secretsOf(source))) {
    safe = mapTexts(safe, (text) => {
      const shown = redactSecrets(text, [credential]);
      if (shown !== text) repeated.add(credential.shownAs);
      return shown;
    });
  }
  return repeated.size === 0 ? listing : { ...(safe as Listing), repeatedCredentials: [...repeated] };
}
