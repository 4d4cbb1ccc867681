/** Describes refusals of the domain to users of pages. The refusals' own messages are for agents and name tools. */
import { Refusal } from "@toolwright/runtime";
import { limits } from "../../../../generated/limits.ts";
import { BudgetRefusal, type Usage } from "../../../accounts/plans/budgets.ts";
import { BlockedEdit } from "../../../forms/update/blocked-edit.ts";
import { PromptNotUnderstood } from "../../../platform/failures/prompt-not-understood.ts";
import { type Reason, WordedRefusal } from "../../../platform/failures/worded-refusal.ts";
import { isOwnerText, type OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { sentenceText } from "../../../texts/sentences/sentence.ts";
import { describeChanges } from "./change-text.ts";

const STATUS = { forbidden: 403, subscription_inactive: 403, quota_exceeded: 429 } as const;

export interface RefusalText {
  readonly text: string;
  /** The exact problems. */
  readonly details: readonly string[];
  readonly status: 403 | 422 | 429;
}

/** A refusal by a page itself, in the language of the page. */
export class PageRefusal extends Refusal {
  constructor(text: string) {
    super("invalid_input", text);
  }
}

/** Checks the length of a new password for a form or lesson. @throws PageRefusal */
export function requirePassword(t: OwnerTranslation, password: string): void {
  const length = [...password].length;
  const { min, max } = limits.access_password;
  if (length < min || length > max) throw new PageRefusal(t.say("password_new_wrong", { min, max }));
}

export function refusalText(t: OwnerTranslation, refusal: Refusal): RefusalText {
  if (refusal instanceof BudgetRefusal) {
    const most = amount(t, refusal.usage, refusal.usage.limit);
    return { text: t.say(`budget_full_${refusal.usage.kind}`, { most }), details: [], status: 422 };
  }
  if (refusal instanceof PageRefusal) return { text: refusal.message, details: [], status: 422 };
  const details = wordDetails(t, refusal);
  if (refusal instanceof PromptNotUnderstood && refusal.understood.isOfWholeText)
    return { text: details.join(" "), details: [], status: 422 };
  const own = `refused_${refusal.code}`;
  return {
    text: t.say(isOwnerText(own) ? own : "refused_other", { owner: readOwner(refusal) }),
    details,
    status: STATUS[refusal.code as keyof typeof STATUS] ?? 422,
  };
}

/** Returns a refused text with its problems marked in it, for the user to correct; undefined: no line of it has one. */
export function textWithMarks(t: OwnerTranslation, refusal: Refusal, most: number): string | undefined {
  if (!(refusal instanceof PromptNotUnderstood) || refusal.understood.isOfWholeText) return undefined;
  return refusal.understood.textIn?.(t.language, most);
}

function readOwner({ details }: Refusal): string {
  return "owner" in details ? String(details.owner) : "";
}

/** Formats a number, or megabytes. */
export function amount(t: OwnerTranslation, { isBytes }: Usage, count: number): string {
  return isBytes ? `${t.number(Math.ceil(count / 1_000_000))}\u00a0MB` : t.number(count);
}

/** Describes why an edit by a prompt was refused. */
export function editRefusalText(t: OwnerTranslation, refusal: Refusal): RefusalText {
  const shown = refusalText(t, refusal);
  if (!isOfPrompt(refusal)) return shown;
  const { reason } = refusal.details as { readonly reason?: string };
  const isSlow = reason === "too_slow" || reason === "goes_on";
  return {
    ...shown,
    text: t.say(isSlow ? "refused_edit_slow" : "refused_edit_failed"),
    details: wordDetails(t, refusal),
  };
}

/** Returns whether a model or the built-in generator refused the prompt. */
export function isOfPrompt({ code }: Refusal): boolean {
  return code === "generation_failed" || code === "prompt_not_understood";
}

const MAX_DETAILS = 20;

function wordDetails(t: OwnerTranslation, refusal: Refusal): string[] {
  if (refusal instanceof BlockedEdit) {
    const { before, after, breaking } = refusal;
    return describeChanges(t, breaking.slice(0, MAX_DETAILS), { before, after }).map(
      ({ message }) => message,
    );
  }
  if (refusal instanceof WordedRefusal) {
    return refusal.reasons.slice(0, MAX_DETAILS).map((reason) => {
      const text = reasonText(t, reason);
      if (reason.path === undefined) return text;
      return t.say("refused_at", { path: reason.path.replace(/^\/structure/, ""), text });
    });
  }
  const { resets_at } = refusal.details as { readonly resets_at?: string };
  if (resets_at !== undefined) return [t.say("refused_until", { date: t.zonedTime(resets_at) })];
  // Language models answer in the language of the prompt; the text around the answer is in English.
  return refusal.code === "generation_failed" && t.language === "en" ? [refusal.message] : [];
}

/** Returns a reason in the language of the page. In English its subject is the path. */
export function reasonText(t: OwnerTranslation, { problem, sentence }: Reason): string {
  if (t.language === "en") return problem;
  return sentence === undefined ? t.say("refused_detail_other") : sentenceText(sentence, t.language);
}
