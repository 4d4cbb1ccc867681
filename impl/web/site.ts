/** The parts of the service that its pages use. */
import type { IncomingMessage } from "node:http";
import type { FairQueue, Log, SharedBudget } from "@toolwright/runtime";
import type { Language } from "../../generated/types.ts";
import type { Ceremonies } from "../accounts/sign-in/passkey-ceremonies.ts";
import type { Sessions } from "../accounts/sign-in/sessions.ts";
import type { ReadText } from "../ai/reading.ts";
import type { App } from "../app.ts";
import type { Proposals } from "../forms/update/proposal.ts";
import type { LessonAddresses } from "../lessons/urls.ts";
import type { LessonWriter } from "../lessons/writer.ts";
import type { LegalPages, SignUpRule } from "../platform/config/config.ts";
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
import type { Storage } from "../platform/storage/storage.ts";
import type { Clock } from "../platform/time/clock.ts";
import { type TakeTurn, turns } from "../platform/turns.ts";
import type { OwnerTurns } from "../responses/exports/owner-turns.ts";
import { pdfTurns } from "../responses/exports/pdf/pdf-turns.ts";
import type { PrintPdf } from "../responses/exports/pdf/print-thread.ts";
import type { RunTable } from "../responses/exports/tables/table-thread.ts";
import { type Subscription, subscriptionTokens } from "../responses/notifications/subscriptions.ts";
import type { Openings } from "../responses/visits/openings.ts";
import { type Assets, loadAssets } from "./assets.ts";
import { type Background, background } from "./background.ts";
import { formBudget } from "./form-body.ts";
import { type WebLimits, webLimits } from "./limits.ts";
import { type PacedPosts, pacedPosts } from "./paced-posts.ts";

/** The parts that every page uses. */
interface PageSite {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: WebLimits;
  /** Files that respondents and owners uploaded, and pictures of lessons. */
  readonly files: FileStore;
  /** Returns the public address of the service, without a slash at the end. */
  publicUrl(): string;
}

/** The parts that pages for respondents use. */
export interface FormSite extends PageSite {
  /** The keys of confirmation codes. */
  readonly key: Keys;
  readonly mailer: Mailer;
  readonly fills: SignedTokens<FillTicket>;
  readonly tickets: SignedTokens<ResponseTicket>;
  /** The limits of uploads that are not sent. */
  readonly unsent: UnsentLimits;
  readonly holdRoom: HoldRoom;
  readonly openings: Openings;
  readonly sessions: Sessions;
}

/** The parts that pages for learners use. */
export interface LessonSite extends PageSite {
  readonly openedLessons: SignedTokens<OpenedLesson>;
  readonly lessonAddresses: LessonAddresses;
  readonly writer: LessonWriter;
}

/** The parts that pages of owners use. Owners see forms and lessons as respondents and learners do, too. */
export interface OwnerSite extends App, FormSite, LessonSite {
  readonly assets: Assets;
  readonly readText: ReadText;
  passkeys(): Promise<Ceremonies>;
  /** The rule for new accounts. */
  readonly signUp: SignUpRule;
  /** The operator's email address or page for questions about accounts; undefined: nothing is configured. */
  readonly contact: string | undefined;
  /** The operator's legal notice and privacy policy. */
  readonly legal: LegalPages;
  /** The keys that protect the owner's forms. */
  readonly ownerKeys: Keys;
  /** Edits by a prompt that the user has seen and not applied yet. */
  readonly proposals: Proposals;
  /** The unsubscribe links of mails about responses. */
  readonly subscriptions: SignedTokens<Subscription>;
  /** Networks of the operator that webhooks may reach, even without TLS. */
  readonly webhookNetworks: readonly string[];
  /** The outbox for users of this machine; undefined: it is not shown. */
  readonly shownOutbox: Outbox | undefined;
  readonly background: Background;
  readonly pacedPosts: PacedPosts;
  readonly printPdf: PrintPdf;
  /** Writes the tables of live addresses. */
  readonly runTable: RunTable;
  /** When PDF files are made: two at a time. */
  readonly pdfTurns: OwnerTurns;
  /** Whether apps can sign in by OAuth. */
  readonly hasConnectors: boolean;
}

/** All parts of the pages. A page takes the site of its users, or names the parts that it needs: `Pick<Site, "storage" | "clock">`. */
export interface Site extends OwnerSite {
  /** Links to uploaded files. */
  readonly links: SignedUrls;
  /** The memory that the forms of all requests may use. */
  readonly formBudget: SharedBudget;
  /** Orders requests, and the portions of large pages. */
  readonly takeTurn: TakeTurn;
  /** Runs computations that block the event loop, of pages and of tools. */
  readonly queue: FairQueue;
  /** The key by which limits count: the client's network. */
  networkOf(request: IncomingMessage): string;
}

/** The parts that `openSite` makes. */
type MadeParts =
  | "assets"
  | "limits"
  | "fills"
  | "tickets"
  | "openedLessons"
  | "ownerKeys"
  | "proposals"
  | "subscriptions"
  | "background"
  | "formBudget"
  | "pacedPosts"
  | "pdfTurns"
  | "takeTurn";

export type SiteDependencies = Omit<Site, MadeParts>;

/** The signed data that a page of a form passes to the next request. */
export interface FillTicket {
  readonly id: string;
  readonly form: string;
  readonly version: number;
  /** The time when the form was first shown, in milliseconds since 1970. */
  readonly started: number;
  /** Identifies the password that opened the form, so a new password invalidates the ticket. */
  readonly opened?: string;
  /** The language in which the visit began; undefined: the visit is not counted. */
  readonly visit?: Language;
  /** Whether the browser loaded the form in advance, so its opening is not counted yet. */
  readonly isPrefetched?: boolean;
}

/** Identifies a response for the respondent who sent it. */
export interface ResponseTicket {
  readonly response: string;
}

/** Proves that a browser has entered the password of a lesson. */
export interface OpenedLesson {
  readonly lesson: string;
  /** Identifies the entered password. */
  readonly password: string | undefined;
  /** The end of the access, in milliseconds since 1970. */
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
    pdfTurns: pdfTurns(),
    takeTurn: turns(),
  };
}
