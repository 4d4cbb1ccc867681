/** Runs the actions of the account command. */
import { accessMode } from "../../accounts/access-mode.ts";
import { type Account, findAccount, prolongTrial } from "../../accounts/accounts.ts";
import { changePlan } from "../../accounts/credits/change-plan.ts";
import { balances } from "../../accounts/credits/ledger.ts";
import { findPlan } from "../../accounts/plans/plans.ts";
import { lockOut, unlock } from "../../accounts/sign-in/lock-account.ts";
import { makeLink } from "../../accounts/sign-in/mailed-links.ts";
import { ensureInvitedAccount } from "../../forms/sharing/invitations.ts";
import type { Config } from "../../platform/config/config.ts";
import { outbox } from "../../platform/mail/outbox.ts";
import type { Stores } from "../../platform/stores.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { countBelongings, deleteAccount, listRespondents } from "../../responses/retention/delete-account.ts";
import type { AccountCommand } from "./account-arguments.ts";
import { CommandFailed } from "./command-line.ts";
import { plainTable } from "./options.ts";

interface Parts extends Pick<Stores, "storage" | "files"> {
  readonly config: Config;
  readonly now: Date;
}

type Command = Exclude<AccountCommand, { action: "help" }>;
/** The result of an action: as data for programs, and as a sentence. */
type Done = readonly [facts: Readonly<Record<string, unknown>>, sentence: string];

/** Runs a command. @returns the text to print */
export async function runAccountCommand(command: Command, parts: Parts): Promise<string> {
  if (command.action === "list") return list(command, parts);
  const [facts, sentence] = await run(command, parts);
  return `${command.json ? JSON.stringify({ account: command.email, ...facts }) : sentence}\n`;
}

async function run(command: Exclude<Command, { action: "list" }>, parts: Parts): Promise<Done> {
  const { storage, now } = parts;
  const { email } = command;
  const account = await findAccount(storage.db, email);
  if (command.action === "invite") return invite(command, account, parts);
  if (command.action === "create") {
    if (account !== undefined) throw new CommandFailed(`There is an account ${email} already.`);
    const { id } = await ensureInvitedAccount(storage.db, email, command.plan, now);
    const { title } = findPlan(command.plan);
    return [
      { id, plan: command.plan },
      `${email} has an account with the plan ${title}. Its owner signs in by a mailed link.`,
    ];
  }
  if (account === undefined) throw new CommandFailed(`There is no account ${email}.`);
  switch (command.action) {
    case "plan":
      return setPlan(command, account, parts);
    case "trial":
      return setTrial(command, account, parts);
    case "lock": {
      const changed = await lockOut(storage, account.id, now);
      return [
        { locked: true, changed },
        `${email} is locked${changed ? "" : " already"}. Its sessions have ended, and its tokens are refused.`,
      ];
    }
    case "unlock": {
      const changed = await unlock(storage, account.id);
      return [
        { locked: false, changed },
        changed
          ? `${email} is unlocked: it can sign in, and its tokens work again.`
          : `${email} was not locked.`,
      ];
    }
    case "delete": {
      const belongings = await countBelongings(storage.db, account.id);
      const respondents = await listRespondents(storage.db, account.id);
      await deleteAccount(parts, account.id, now);
      // The sender is empty, because it is needed only for sending mails.
      await outbox(parts.config.dataDir, () => "", systemClock).erase([email, ...respondents]);
      const { forms, binnedForms, responses, lessons, tokens } = belongings;
      return [
        { deleted: true, ...belongings },
        `Deleted ${email}: ${forms + binnedForms} forms, ${responses} responses, ${lessons} lessons, ${tokens} tokens.`,
      ];
    }
  }
}

async function invite(
  { email, days }: { readonly email: string; readonly days: number },
  account: Account | undefined,
  { storage, config, now }: Parts,
): Promise<Done> {
  if (account !== undefined) throw new CommandFailed(`There is an account ${email} already.`);
  if (config.signUp === "closed")
    throw new CommandFailed("SIGNUP is closed, so nobody is invited. Use create, or set SIGNUP=invite.");
  const link = { purpose: "sign_up", email, accountId: null, minutes: days * 24 * 60 } as const;
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const address = `${base}/link/${await makeLink(storage.db, link, now)}`;
  return [
    { link: address, days },
    `Send this link to ${email}. It works once, within ${days} days:\n${address}`,
  ];
}

async function setPlan(
  { email, plan }: Extract<Command, { action: "plan" }>,
  account: Account,
  { storage, now }: Parts,
): Promise<Done> {
  const { changed, available } = await storage.db.transaction().execute(async (transaction) => {
    const changed = await changePlan(transaction, account.id, plan, now);
    return { changed, ...(await balances(transaction, account.id)) };
  });
  const since = changed ? "from now on" : "already";
  const sentence = `${email} has the plan ${findPlan(plan).title} ${since}, and ${available} credits available.`;
  return [{ plan, changed, available }, sentence];
}

async function setTrial(
  { email, days }: { readonly email: string; readonly days: number },
  account: Account,
  { storage, now }: Parts,
): Promise<Done> {
  const ends = await prolongTrial(storage.db, account, days, now);
  if (ends === undefined)
    throw new CommandFailed(`${email} has the plan ${findPlan(account.plan).title}, and no trial.`);
  return [{ trial_ends_at: ends }, `The trial of ${email} ends on ${ends}.`];
}

/** Lists accounts by address. */
async function list(
  { email, json }: Extract<Command, { action: "list" }>,
  { storage, now }: Parts,
): Promise<string> {
  const accounts = await storage.db
    .selectFrom("accounts")
    .selectAll()
    .$if(email !== undefined, (query) => query.where("email", "=", email!))
    .orderBy("email")
    .execute();
  const rows = accounts.map((account) => ({
    account: account.email,
    id: account.id,
    plan: account.plan,
    access_mode: accessMode(account, now),
    trial_ends_at: account.plan === "trial" ? account.trial_ends_at : null,
    locked: account.locked_at !== null,
    created_at: account.created_at,
  }));
  if (json) return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  if (rows.length === 0) return "There are no accounts.\n";
  return plainTable([
    ["ACCOUNT", "PLAN", "STATE", "TRIAL ENDS", "CREATED"],
    ...rows.map(({ account, plan, access_mode, trial_ends_at, locked, created_at }) => [
      account,
      plan,
      locked ? "locked" : access_mode,
      trial_ends_at ?? "",
      created_at,
    ]),
  ]);
}
