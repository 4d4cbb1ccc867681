/** Parts that the pages about webhooks share. */
import type { HeadedForm } from "../../../../../forms/overview.ts";
import type { Delivery, Webhook } from "../../../../../forms/webhooks/webhooks.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { postForm } from "../../../../components/controls/post-form.ts";

/** Keys of texts, by the name of the event. */
export const EVENT_TEXTS = {
  "response.verified": "hook_event_response_verified",
  "response.deleted": "hook_event_response_deleted",
  "form.published": "hook_event_form_published",
  test: "hook_event_test",
} as const;

export interface Frame {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly form: HeadedForm;
}

export function stateChip(t: OwnerTranslation, { disabled_at }: Webhook): Html {
  const state = disabled_at === null ? "on" : "off";
  return html`<span class="chip ${state === "on" && "published"}">${t.say(`hook_${state}`)}</span>`;
}

export function hookButton(
  { csrf, webhook }: { readonly csrf: string; readonly webhook: Webhook },
  action: string,
  text: string,
  { look = "quiet", delivery, label }: { look?: "quiet" | "link"; delivery?: string; label?: string } = {},
): Html {
  return postForm({
    action: `/forms/${webhook.form_id}/connections/${webhook.id}`,
    csrf,
    hidden: delivery === undefined ? {} : { delivery },
    content: button({ text, look, name: "action", value: action, label }),
  });
}

/** Describes the outcome, such as "Waiting · HTTP 503 · 2 attempts · next attempt 3 March, 12:00". */
export function outcomeText(
  t: OwnerTranslation,
  { state, status, problem, attempts, due_at }: Delivery,
): string {
  return [
    t.say(`hook_${state}`),
    status !== null && t.say("hook_answered", { status: String(status) }),
    problem !== null && problemText(t, problem),
    attempts > 0 && t.say("hook_attempts", { count: attempts }),
    due_at !== null && attempts > 0 && t.say("hook_next", { date: t.time(due_at) }),
  ]
    .filter((part) => part !== false)
    .join(" · ");
}

function problemText(t: OwnerTranslation, problem: string): string {
  if (problem === "slow" || problem === "not_public") return t.say(`hook_problem_${problem}`);
  return t.say("hook_problem_unreachable", { detail: problem.split(" ")[1] ?? "" }).trim();
}
