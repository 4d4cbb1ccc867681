/** What the pages need. */
import type { IncomingMessage } from "node:http";
import type { FairQueue, Log, SharedBudget } from "@toolwright/runtime";
import type { Ceremonies } from "../accounts/sign-in/passkey-ceremonies.ts";
import type { Sessions } from "../accounts/sign-in/sessions.ts";
import type { App } from "../app.ts";
import type { Proposals } from "../forms/update/proposal.ts";
import type { Visits } from "../forms/visits.ts";
import type { SignUpRule } from "../platform/config/config.ts";
import type { UnsentLimits } from "../platform/config/uploads.ts";
import type { HoldRoom } from "../platform/files/reserve.ts";
import type { FileStore } from "../platform/files/store.ts";
import type { Mailer } from "../platform/mail/letter.ts";
import type { Outbox } from "../platform/mail/outbox.ts";
import { sealedValues } from "../platform/signing/sealed-values.ts";
import type { Keys } from "../platform/signing/signature.ts";
import { type SignedTokens, signedTokens } from "../platform/signing/signed-tokens.ts";
import type { SignedUrls } from "../platform/signing/signed-urls.ts";
import { installationKeys } from "../platform/storage/secrets.ts";
import { type Subscription, subscriptionTokens } from "../responses/notifications/subscriptions.ts";
import { type Assets, loadAssets } from "./assets.ts";
import { type Background, background } from "./background.ts";
import { formBudget } from "./form-body.ts";
import { type WebLimits, webLimits } from "./limits.ts";
import { type PacedPosts, pacedPosts } from "./paced-posts.ts";
import { type TakeTurn, turns } from "./turns.ts";

/** What the pages of the service stand on. A page names the parts that it uses: `Pick<Site, "storage" | "clock">`. */
export interface Site extends SiteDependencies {
  readonly assets: Assets;
  /** What the forms of all requests may hold. */
  readonly formBudget: SharedBudget;
  readonly limits: WebLimits;
  readonly fills: SignedTokens<FillTicket>;
  readonly tickets: SignedTokens<ResponseTicket>;
  readonly openedLessons: SignedTokens<OpenedLesson>;
  /** The key of what protects the owner's forms. */
  readonly ownerKeys: Keys;
  /** Edits by a prompt that were shown and not applied yet. */
  readonly proposals: Proposals;
  /** Whose mails about responses an address ends. */
  readonly subscriptions: SignedTokens<Subscription>;
  readonly background: Background;
  /** For posts of owners. */
  readonly pacedPosts: PacedPosts;
  /** For requests and for portions of large pages. */
  readonly takeTurn: TakeTurn;
}

export interface SiteDependencies extends App {
  /** The keys of confirmation codes. */
  readonly key: Keys;
  /** Links to uploaded files. */
  readonly links: SignedUrls;
  readonly files: FileStore;
  /** What strangers may upload without sending it. */
  readonly unsent: UnsentLimits;
  readonly holdRoom: HoldRoom;
  readonly log: Log;
  readonly mailer: Mailer;
  /** The outbox to show to users of this machine; undefined: none. */
  readonly shownOutbox: Outbox | undefined;
  /** The key by which limits count: the client's network. */
  networkOf(request: IncomingMessage): string;
  /** Runs what blocks the event loop, of pages and of tools. */
  readonly queue: FairQueue;
  /** Who is signed in. */
  readonly sessions: Sessions;
  passkeys(): Promise<Ceremonies>;
  readonly visits: Visits;
  /** Who may make an account. */
  readonly signUp: SignUpRule;
  /** Whom people ask about their account: an address of mail or of a page; undefined: nothing is configured. */
  readonly contact: string | undefined;
  /** Networks of the operator that webhooks may reach, also without TLS. */
  readonly webhookNetworks: readonly string[];
  /** Whether apps sign in by OAuth. */
  readonly hasConnectors: boolean;
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
  /** Identifies the password with which the form was opened, so that a new password invalidates the ticket. */
  readonly opened?: string;
}

/** Identifies a response for the respondent who sent it. */
export interface ResponseTicket {
  readonly response: string;
}

/** Says that a browser has given the password of a lesson. */
export interface OpenedLesson {
  readonly lesson: string;
  /** Identifies the password that was given. */
  readonly password: string | undefined;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export async function openSite(parts: SiteDependencies): Promise<Site> {
  const ownerKeys = await installationKeys(parts.storage, "owner");
  const keys = await installationKeys(parts.storage, "pages");
  return {
    ...parts,
    assets: await loadAssets(),
    limits: webLimits(parts.storage, parts.clock),
    fills: signedTokens(keys, "fill"),
    tickets: signedTokens(keys, "response"),
    openedLessons: signedTokens(keys, "lesson"),
    ownerKeys,
    proposals: sealedValues(ownerKeys, "proposal"),
    subscriptions: await subscriptionTokens(parts.storage),
    background: background(parts.log),
    formBudget: formBudget(),
    pacedPosts: pacedPosts(parts.queue),
    takeTurn: turns(),
  };
}
