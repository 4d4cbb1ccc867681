/** `/settings/subscription`: the plan, its remaining quota, and the movements of lesson credits. */
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
import { type Fact, factList } from "../../components/blocks/facts.ts";
import { part } from "../../components/blocks/part.ts";
import { labelledProgress } from "../../components/blocks/progress.ts";
import { columnHead, table } from "../../components/blocks/table.ts";
import { actions, linkButton } from "../../components/controls/buttons.ts";
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
  const main = html`
    <h1>${title}</h1>
    ${
      isFirstPage &&
      html`
        ${planPart(request)}
        ${await quotaPart(request)}
        ${await creditsPart(request)}
        ${await storedPart(request)}
      `
    }
    ${await movementsPart(request)}
  `;
  return reply({ title, main: settingsFrame(t, PATH, main) });
}

function planPart({ t, site, account }: OwnerRequest<"contact">): Html {
  const now = site.clock();
  const mode = accessMode(account, now);
  const contact = contactText(site, t);
  const advice = mode === "expired" || mode === "past_due" ? (`${mode}_text` as const) : "change_plan_text";
  const facts: readonly Fact[] = [
    [t.say("plan_title"), account.plan === "trial" ? t.say("plan_trial") : findPlan(account.plan).title],
    [t.say("plan_state"), t.say(`mode_${mode}`)],
    account.trial_ends_at !== null &&
      account.subscription === "trial" && [
        t.say(mode === "expired" ? "trial_ended" : "trial_ends"),
        t.time(account.trial_ends_at),
      ],
  ];
  return part({
    title: t.say("plan_heading"),
    content: html`
      ${factList(facts, "facts across")}
      <p class="${mode === "expired" ? "notice" : "soft"} advice">${t.say(advice, { contact })}</p>
    `,
  });
}

async function quotaPart({ t, site, account }: OwnerRequest): Promise<Html> {
  const { used, limit, resetsAt } = await generationQuota(site.storage.db, account, site.clock());
  const label = t.say("quota_used", { used, limit });
  const date = t.day(resetsAt.toISOString());
  return part({
    title: t.say("quota_title"),
    content: html`
      ${labelledProgress({ value: Math.min(used, limit), max: limit, label, className: "meter" })}
      <p class="soft advice">${t.say("quota_text", { date })}</p>
    `,
  });
}

async function creditsPart({ t, site, account }: OwnerRequest): Promise<Html> {
  const { available, reserved } = await creditBalance(site.storage.db, account, site.clock());
  return part({
    title: t.say("credits_title"),
    content: factList(
      [
        [t.say("credits_available"), t.number(available)],
        [t.say("credits_reserved"), t.number(reserved)],
      ],
      "facts across",
    ),
  });
}

async function storedPart({ t, site, account }: OwnerRequest): Promise<Html> {
  const usages = await budgetUsage(site.storage, account.id, BUDGET_KINDS, site.clock());
  const facts = usages.map((usage): Fact => {
    const [used, limit] = [amount(t, usage, usage.used), amount(t, usage, usage.limit)];
    return [t.say(`budget_${usage.kind}`), t.say("budget_used", { used, limit })];
  });
  return part({
    title: t.say("budget_title"),
    content: html`${factList(facts, "facts across")}<p class="soft advice">${t.say("budget_text")}</p>`,
  });
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
    linkButton({
      text: t.say("movements_older"),
      look: "quiet",
      address: `${PATH}?after=${encodeURIComponent(site.cursors.write(list, [next.at, next.id]))}`,
    });
  const newest =
    cursor !== undefined && linkButton({ text: t.say("movements_newest"), look: "quiet", address: PATH });
  const shown = table({
    className: "table",
    heads: [
      columnHead(t.say("movements_when")),
      columnHead(t.say("movements_what")),
      columnHead(t.say("movements_credits"), { className: "amount" }),
    ],
    rows,
  });
  return part({
    title: t.say("movements_title"),
    content: [
      movements.length === 0 ? html`<p class="soft">${t.say("movements_none")}</p>` : shown,
      actions(newest, older),
    ],
  });
}

/** Reads the position of a cursor. A forged cursor, or one of another account, means the first page. */
function toPosition(position: readonly string[] | "" | undefined): MovementPosition | undefined {
  const [at, id] = position || [];
  return at !== undefined && id !== undefined ? { at, id } : undefined;
}

function movementRow(t: OwnerTranslation, movement: Movement, thing: PricedThing | undefined): Html {
  const { at, to, credits } = movement;
  const sign = to === "available" ? "+" : "−";
  return html`
    <tr>
      <td>${t.day(at)}</td>
      <td>${describe(t, movement, thing)}</td>
      <td class="amount">${sign}${t.number(credits)}</td>
    </tr>
  `;
}

function describe(
  t: OwnerTranslation,
  { cause, reference, to }: Movement,
  thing: PricedThing | undefined,
): string | Html {
  switch (cause) {
    case "plan_month":
      return t.say("movement_plan_month", { date: t.day(reference) });
    case "plan_change": {
      const [month = "", plan = ""] = reference.split("/");
      return t.say("movement_plan_change", { plan: findPlan(plan).title, date: t.day(month) });
    }
    case "operator":
      return t.say(to === "available" ? "movement_granted" : "movement_withdrawn", { reason: reference });
    case "lesson":
      if (thing === undefined) return t.say("movement_deleted");
      return lessonLink(t, thing);
    case "lesson_part":
      if (thing === undefined) return t.say("movement_deleted_part");
      return t.say("movement_refunded", { part: partName(t, thing.part), name: thing.lessonName });
  }
}

function lessonLink(t: OwnerTranslation, { lessonId, lessonName, charged }: PricedThing): Html {
  const name = t.say("movement_reserved", { name: lessonName });
  const cost = t.say("movement_charged", { count: charged });
  return html`<a href="/lessons/${lessonId}">${name}</a> <span class="soft">${cost}</span>`;
}

function partName(t: OwnerTranslation, part: PricedThing["part"]): string {
  if (part?.kind === "illustration") return t.say("part_illustration", { number: Number(part.name) + 1 });
  if (part?.kind !== "translation" || !isLanguage(part.name)) return t.say("part_text");
  const language = new Intl.DisplayNames([t.locale], { type: "language" }).of(part.name) ?? part.name;
  return t.say("part_translation", { language });
}
