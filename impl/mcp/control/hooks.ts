/**
 * Answers the hooks of the conformance suite (its README lists them): what no tool can do. They move and hold the clock, hold the work on
 * lessons, make responses, accounts and tokens, and end trials.
 */
import type { AccountState } from "../../../generated/account-states.ts";
import { findAccount, prolongTrial } from "../../accounts/accounts.ts";
import { TRIAL_DAYS } from "../../accounts/plans/plans.ts";
import { ensureInvitedAccount } from "../../forms/sharing/invitations.ts";
import { unshareForm } from "../../forms/sharing/shares.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { ClockMove, MovableClock } from "../../platform/time/clock.ts";
import { ControlMistake } from "./mistake.ts";
import { type AddedResponses, respond, sendPage } from "./respond.ts";
import { expireOne, type MintedToken, makeTokens, revokeOne } from "./tokens.ts";
import type { HeldWork, WorkMove } from "./work-control.ts";

/** A question of the suite. */
export type Question = OfRun &
  (
    | { readonly hook: "setup" }
    | { readonly hook: "mint"; readonly tokens: readonly WantedTokens[] }
    | { readonly hook: "revoke" | "expire"; readonly token: MintedToken }
    | { readonly hook: "revoke"; readonly entity: "form"; readonly id: string; readonly account: string }
    | { readonly hook: "respond"; readonly id: string; readonly page: Readonly<Record<string, string>> }
    | Added
    | { readonly hook: "account"; readonly account: string; readonly state: AccountState | null }
    | ({ readonly hook: "clock" } & ClockMove)
    | ({ readonly hook: "work" } & WorkMove)
  );

interface OfRun {
  /** The address of the account that the run works with. Several runs at once have different ones, so they do not see each other's data. */
  readonly run?: string;
}

interface Added {
  readonly hook: "respond";
  readonly id: string;
  readonly count?: number;
  readonly values?: Omit<AddedResponses, "form_id" | "count">;
}

interface WantedTokens {
  readonly scopes: readonly string[];
  readonly count: number;
  /** The name of the account; if absent, the account of the run. */
  readonly account?: string;
  /** Whether the tokens end by themselves, after a day. */
  readonly expires?: boolean;
}

export interface ControlParts {
  readonly storage: Storage;
  readonly clock: MovableClock;
  readonly work: HeldWork;
}

/** @param origin the address of this service @throws ControlMistake if the question makes no sense */
export async function answerHook(
  question: Question,
  { storage, clock, work }: ControlParts,
  origin: string,
): Promise<object> {
  const stores = { storage, clock: clock.now };
  switch (question.hook) {
    case "setup":
      await ensureInvitedAccount(storage.db, addressOf("colleague", question), "trial", clock.now());
      return {};
    case "mint": {
      const minted = question.tokens.map((wanted) => mint(wanted, question, stores));
      return { tokens: (await Promise.all(minted)).flat() };
    }
    case "revoke":
      if ("entity" in question) await endShare(storage, question.id, addressOf(question.account, question));
      else await revokeOne(stores, question.token);
      return {};
    case "expire":
      await expireOne(stores, question.token);
      return {};
    case "respond": {
      if ("page" in question) return { ticket: await sendPage(origin, question.id, question.page) };
      const { id, count, values } = question;
      return { response_ids: await respond(stores, { form_id: id, count, ...values }) };
    }
    case "account":
      await moveAccount(stores, addressOf(question.account, question), question.state);
      return {};
    case "clock":
      return moveClock(clock, question);
    case "work":
      return { held: work.move(question) };
    default:
      throw new ControlMistake(`There is no hook ${(question as { hook?: unknown }).hook}.`);
  }
}

async function mint(
  { account, scopes, count, expires = false }: WantedTokens,
  question: OfRun,
  stores: Parameters<typeof makeTokens>[0],
): Promise<object[]> {
  // All accounts except the account of the run are on trial: their quota is small enough to be used up.
  const plan = account === undefined ? "business" : "trial";
  const expiresInDays = expires ? 1 : undefined;
  const address = addressOf(account, question);
  const made = await makeTokens(stores, { address, plan, scopes, count, expiresInDays });
  return made.map(({ token, tokenId }) => ({
    token,
    token_id: tokenId,
    scopes,
    ...(account !== undefined && { account }),
    ...(expiresInDays !== undefined && { expires_in: expiresInDays * 86_400 }),
  }));
}

/** @param account the name of an account; if undefined, the account of the run */
function addressOf(account: string | undefined, { run }: OfRun): string {
  if (account === undefined) return run ?? "demo@example.org";
  return run === undefined ? `${account}@example.org` : `${account}.${run}`;
}

/** Ends the trial of an account now, or lets it begin again. @throws ControlMistake if the account is not on trial */
async function moveAccount(
  { storage, clock }: Parameters<typeof makeTokens>[0],
  address: string,
  state: AccountState | null,
): Promise<void> {
  const account = await findAccount(storage.db, address);
  const end =
    account && (await prolongTrial(storage.db, account, state === "expired" ? 0 : TRIAL_DAYS, clock()));
  if (end === undefined) throw new ControlMistake(`${address} is not on trial.`);
}

/** Ends a share in the name of the owner, who does it on a page. */
async function endShare(storage: Storage, formId: string, address: string): Promise<void> {
  const form = await storage.db
    .selectFrom("forms")
    .select("owner_id")
    .where("id", "=", formId)
    .where(isNotDeleted)
    .executeTakeFirst();
  const ended = form && (await unshareForm({ storage }, form.owner_id, formId, address));
  if (ended !== "ended") throw new ControlMistake(`${address} has no access to the form ${formId}.`);
}

function moveClock(clock: MovableClock, move: ClockMove): object {
  const { seconds } = move;
  const isForward = Number.isSafeInteger(seconds) && seconds >= 0;
  if (!isForward) throw new ControlMistake(`The clock cannot be moved by ${seconds} seconds.`);
  clock.move(move);
  return { now: clock.now().toISOString() };
}
