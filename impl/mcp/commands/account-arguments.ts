/** Parses the arguments of the account command. */
import { type PlanName, plans } from "../../accounts/plans/plans.ts";
import { UsageError } from "./command-line.ts";
import { addressOption, parseOptions, planOption, requireOption, wholeNumber } from "./options.ts";

/** A trial begins with the account and is not chosen. */
export const paidPlans = Object.keys(plans).filter((name) => name !== "trial");

export type AccountCommand =
  | { readonly action: "help" }
  | { readonly action: "list"; readonly email: string | undefined; readonly json: boolean }
  | ({ readonly email: string; readonly json: boolean } & (
      | { readonly action: "create"; readonly plan: PlanName }
      | { readonly action: "plan"; readonly plan: Exclude<PlanName, "trial"> }
      | { readonly action: "invite" | "trial"; readonly days: number }
      | { readonly action: "lock" | "unlock" | "delete" }
    ));

/** The options of each action besides --account and --json. */
const ACTIONS = {
  list: [],
  create: ["plan"],
  invite: ["days"],
  plan: ["plan"],
  trial: ["days"],
  lock: [],
  unlock: [],
  delete: ["confirm"],
} as const satisfies Record<string, readonly ("plan" | "days" | "confirm")[]>;

const OPTIONS = {
  account: { type: "string" },
  plan: { type: "string" },
  days: { type: "string" },
  confirm: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
  json: { type: "boolean", default: false },
} as const;

const MAX_DAYS = 3_650;
const INVITATION_DAYS = 7;

/** @throws UsageError */
export function parseAccountCommand(args: readonly string[]): AccountCommand {
  const { values, positionals } = parseOptions(args, OPTIONS, true);
  if (values.help) return { action: "help" };
  const [action, ...more] = positionals;
  if (action === undefined || !isAction(action) || more.length > 0)
    throw new UsageError(`account takes one action: ${Object.keys(ACTIONS).join(", ")}.`);
  for (const option of ["plan", "days", "confirm"] as const)
    if (values[option] !== undefined && !(ACTIONS[action] as readonly string[]).includes(option))
      throw new UsageError(`--${option} is no option of ${action}.`);
  const { json } = values;
  if (action === "list") {
    const email = values.account === undefined ? undefined : addressOption("--account", values.account);
    return { action, email, json };
  }
  const email = addressOption("--account", values.account);
  switch (action) {
    case "create":
      return { action, email, json, plan: planOption(values.plan ?? "trial") };
    case "plan":
      return { action, email, json, plan: paidPlan(values.plan) };
    case "invite":
      return {
        action,
        email,
        json,
        days: wholeNumber("--days", values.days ?? `${INVITATION_DAYS}`, MAX_DAYS),
      };
    case "trial":
      return {
        action,
        email,
        json,
        days: wholeNumber("--days", requireOption("--days", values.days), MAX_DAYS),
      };
    case "delete":
      if (addressOption("--confirm", values.confirm) !== email)
        throw new UsageError(`--confirm repeats the address of --account: ${email}.`);
      return { action, email, json };
    default:
      return { action, email, json };
  }
}

function isAction(text: string): text is keyof typeof ACTIONS {
  return Object.hasOwn(ACTIONS, text);
}

function paidPlan(text: string | undefined): Exclude<PlanName, "trial"> {
  const plan = text === undefined || !paidPlans.includes(text) ? "trial" : planOption(text);
  if (plan === "trial") throw new UsageError(`--plan takes ${paidPlans.join(", ")}.`);
  return plan;
}
