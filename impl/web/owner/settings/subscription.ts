/** `/settings/subscription`: the plan, what is left of it, and where lesson credits came from and went. */
import { accessMode } from "../../../accounts/access-mode.ts";
import { creditBalance } from "../../../accounts/credits/balance.ts";
import { listMovements, type Movement, type MovementPosition } from "../../../accounts/credits/movements.ts";
import { generationQuota } from "../../../accounts/generation/quota.ts";
import { BUDGET_KINDS, budgetUsage } from "../../../accounts/plans/budgets.ts";
import { findPlan } from "../../../accounts/plans/plans.ts";
import { type PricedThing, pricedThings } from "../../../lessons/priced-parts.ts";
import { type Html, html } from "../../../platform/html.ts";
import { isLanguage } from "../../../texts/languages.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { contactText } from "../contact.ts";
import { amount } from "../forms/refusal-text.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { settingsFrame } from "../views/settings.ts";

const PATH = "/settings/subscription";
const PAGE = 25;

export async function showSubscription(request: OwnerRequest<"contact" | "cursors">): Promise<Response> {
  const { t, reply } = request;
  const title = t.say("settings_subscription");
  const isFirstPage = request.c.req.query("after") === undefined;
  const main = html`<h1>${title}</h1>${isFirstPage && html`${planPart(request)}${await quotaPart(request)}${await creditsPart(request)}${await storedPart(request)}`}${await movementsPart(request)}`;
  return reply({ title, main: settingsFrame(t, PATH, main) });
}

function planPart({ t, site, account }: OwnerRequest<"contact">): Html {
  const now = site.clock();
  const mode = accessMode(account, now);
  const contact = contactText(site, t);
  const advice = mode === "expired" || mode === "past_due" ? (`${mode}_text` as const) : "change_plan_text";
  const trial =
    account.trial_ends_at !== null &&
    account.subscription === "trial" &&
    fact(
      t.say(mode === "expired" ? "trial_ended" : "trial_ends"),
      t.datetime(account.trial_ends_at.slice(0, 16)),
    );
  return html`<section class="part"><h2>${t.say("plan_heading")}</h2><dl class="facts across">${fact(t.say("plan_title"), account.plan === "trial" ? t.say("plan_trial") : findPlan(account.plan).title)}${fact(t.say("plan_state"), t.say(`mode_${mode}`))}${trial}</dl>
<p class="${mode === "expired" ? "notice" : "soft"} advice">${t.say(advice, { contact })}</p></section>`;
}

async function quotaPart({ t, site, account }: OwnerRequest): Promise<Html> {
  const { used, limit, resetsAt } = await generationQuota(site.storage.db, account, site.clock());
  const label = t.say("quota_used", { used, limit });
  const date = t.date(resetsAt.toISOString().slice(0, 10));
  return html`<section class="part"><h2>${t.say("quota_title")}</h2><div class="meter"><progress max="${limit}" value="${Math.min(used, limit)}" aria-label="${label}"></progress><span>${label}</span></div><p class="soft advice">${t.say("quota_text", { date })}</p></section>`;
}

async function creditsPart({ t, site, account }: OwnerRequest): Promise<Html> {
  const { available, reserved } = await creditBalance(site.storage.db, account, site.clock());
  return html`<section class="part"><h2>${t.say("credits_title")}</h2><dl class="facts across">${fact(t.say("credits_available"), t.number(available))}${fact(t.say("credits_reserved"), t.number(reserved))}</dl></section>`;
}

async function storedPart({ t, site, account }: OwnerRequest): Promise<Html> {
  const usages = await budgetUsage(site.storage, account.id, BUDGET_KINDS, site.clock());
  const facts = usages.map((usage) => {
    const [used, limit] = [amount(t, usage, usage.used), amount(t, usage, usage.limit)];
    return fact(t.say(`budget_${usage.kind}`), t.say("budget_used", { used, limit }));
  });
  return html`<section class="part"><h2>${t.say("budget_title")}</h2><dl class="facts across">${facts}</dl><p class="soft advice">${t.say("budget_text")}</p></section>`;
}

function fact(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

async function movementsPart({ t, site, account, c }: OwnerRequest<"cursors">): Promise<Html> {
  const list = ["movements", account.id];
  const cursor = c.req.query("after");
  const { movements, next } = await listMovements(
    site.storage.db,
    account.id,
    PAGE,
    toPosition(cursor && site.cursors.read(list, cursor)),
  );
  const lessons = movements.filter(({ cause }) => cause === "lesson" || cause === "lesson_part");
  const things = await pricedThings(
    site.storage.db,
    lessons.map(({ reference }) => reference),
  );
  const rows = movements.map((one) => movementRow(t, one, things.get(one.reference)));
  const older =
    next !== undefined &&
    html`<a class="quiet" href="${PATH}?after=${encodeURIComponent(site.cursors.write(list, [next.at, next.id]))}">${t.say("movements_older")}</a>`;
  const newest =
    cursor !== undefined && html`<a class="quiet" href="${PATH}">${t.say("movements_newest")}</a>`;
  const table = html`<table class="table"><thead><tr><th scope="col">${t.say("movements_when")}</th><th scope="col">${t.say("movements_what")}</th><th scope="col" class="amount">${t.say("movements_credits")}</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section class="part"><h2>${t.say("movements_title")}</h2>${movements.length === 0 ? html`<p class="soft">${t.say("movements_none")}</p>` : table}<div class="actions">${newest}${older}</div></section>`;
}

/** A cursor that was forged or belongs to another account begins at the first page. */
function toPosition(position: readonly string[] | "" | undefined): MovementPosition | undefined {
  const [at, id] = position || [];
  return at !== undefined && id !== undefined ? { at, id } : undefined;
}

function movementRow(t: OwnerTranslation, movement: Movement, thing: PricedThing | undefined): Html {
  const { at, to, credits } = movement;
  const sign = to === "available" ? "+" : "−";
  return html`<tr><td>${t.date(at.slice(0, 10))}</td><td>${describe(t, movement, thing)}</td><td class="amount">${sign}${t.number(credits)}</td></tr>`;
}

function describe(
  t: OwnerTranslation,
  { cause, reference, to }: Movement,
  thing: PricedThing | undefined,
): string | Html {
  switch (cause) {
    case "plan_month":
      return t.say("movement_plan_month", { date: t.date(reference.slice(0, 10)) });
    case "plan_change": {
      const [month = "", plan = ""] = reference.split("/");
      return t.say("movement_plan_change", { plan: findPlan(plan).title, date: t.date(month.slice(0, 10)) });
    }
    case "operator":
      return t.say(to === "available" ? "movement_granted" : "movement_withdrawn", { reason: reference });
    case "lesson":
      if (thing === undefined) return t.say("movement_deleted");
      return html`<a href="/lessons/${thing.lessonId}">${t.say("movement_reserved", { name: thing.lessonName })}</a> <span class="soft">${t.say("movement_charged", { count: thing.charged })}</span>`;
    case "lesson_part":
      if (thing === undefined) return t.say("movement_deleted_part");
      return t.say("movement_refunded", { part: partName(t, thing.part), name: thing.lessonName });
  }
}

function partName(t: OwnerTranslation, part: PricedThing["part"]): string {
  if (part?.kind === "illustration") return t.say("part_illustration", { number: Number(part.name) + 1 });
  if (part?.kind !== "translation" || !isLanguage(part.name)) return t.say("part_text");
  const language = new Intl.DisplayNames([t.locale], { type: "language" }).of(part.name) ?? part.name;
  return t.say("part_translation", { language });
}
