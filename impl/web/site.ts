/** What the pages need. */
import type { IncomingMessage } from "node:http";
import type { Log } from "@toolwright/runtime";
import type { FileStore } from "../files/store.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Outbox } from "../mail/outbox.ts";
import { type SignedTokens, signedTokens } from "../signing/signed-tokens.ts";
import type { SignedUrls } from "../signing/signed-urls.ts";
import { installationSecret } from "../storage/secrets.ts";
import type { Storage } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";
import { type Assets, loadAssets } from "./assets.ts";
import { type WebLimits, webLimits } from "./limits.ts";

/** What the pages of the service stand on. */
export interface Site extends SiteParts {
  readonly assets: Assets;
  readonly limits: WebLimits;
  /** The key of confirmation codes. */
  readonly key: Buffer;
  readonly fills: SignedTokens<FillTicket>;
  readonly tickets: SignedTokens<ResponseTicket>;
}

export interface SiteParts {
  /** Links to uploaded files. */
  readonly links: SignedUrls;
  readonly storage: Storage;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  /** Where mails are shown to the people of this machine; undefined: nowhere. */
  readonly shownOutbox: Outbox | undefined;
  /** What limits count strangers by. */
  networkOf(request: IncomingMessage): string;
  /** Where people reach the service, without a slash at the end. */
  publicUrl(): string;
}

/** What a page of a form carries from request to request. */
export interface FillTicket {
  readonly id: string;
  readonly form: string;
  readonly version: number;
  /** When the form was first shown; milliseconds since 1970. */
  readonly started: number;
  /** Which password opened it: the end of its hash, so that a new password closes it again. */
  readonly opened?: string;
}

/** Leads back to a response that was sent, for as long as it is there. */
export interface ResponseTicket {
  readonly response: string;
}

export async function openSite(parts: SiteParts): Promise<Site> {
  const key = await installationSecret(parts.storage, "pages");
  return {
    ...parts,
    key: await installationSecret(parts.storage, "verification"),
    assets: await loadAssets(),
    limits: webLimits(parts.storage, parts.clock),
    fills: signedTokens(key, "fill"),
    tickets: signedTokens(key, "response"),
  };
}
