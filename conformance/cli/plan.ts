/** Formats the output of --plan. */
import { withArticle } from "@toolwright/runtime/problems";
import { readBehaviour } from "../behaviour/rules/rules.ts";
import type { CaseFile } from "../cases/format.ts";
import { causes } from "../results/verdict.ts";
import { type Announced, type AnnouncedRate, announceRates, announceSpending } from "../run/announced.ts";
import type { Plan } from "../run/plan.ts";

/** Lists the cases, one per line. */
export function planReport(plan: Plan): string {
  return [
    ...plan.cases.map(({ id, must }) => `${id}\t${must}`),
    ...plan.standby.map(({ id }) => `${id}\tonly if requests are left`),
    ...plan.omitted.map(({ case: { id }, cause }) => `${id}\tnot sent: ${cause}`),
  ].join("\n");
}

/** Describes the size and the duration of a run, the omitted cases, and the data that it creates. `windows`: the number of windows of the declared rate that share the requests. */
export function planSummary(plan: Plan, file: CaseFile, windows: number): string {
  const { cases, requests, maxRequests, maxSeconds } = plan;
  const most =
    maxSeconds === undefined && maxRequests < Number.POSITIVE_INFINITY
      ? ` and never more than ${maxRequests}`
      : "";
  return [
    `${cases.length} ${cases.length === 1 ? "case" : "cases"}, about ${requests} requests${most}, ${maxSeconds === undefined ? showDuration(requests, file.rate, windows) : `${Math.round(maxSeconds / 60)} minutes at most`}`,
    ...describeOmitted(plan),
    ...(plan.writes ? [describeCreated(plan, file), ...describeSpending(plan, file)] : []),
    ...describeRates(plan, file),
  ].join("\n");
}

/** Describes the omitted cases by kind. */
function describeOmitted({ omitted, standby, maxSeconds }: Plan): string[] {
  const lines = [
    {
      what: maxSeconds === undefined ? "only if requests are left" : "as the time allows",
      cases: standby,
      advice: causes["left-out"],
    },
    ...[...Map.groupBy(omitted, ({ cause }) => cause)].map(([cause, group]) => ({
      what: cause === "excluded" ? "left out with the excluded tools" : "left out",
      cases: group.map((each) => each.case),
      advice: causes[cause],
    })),
  ];
  return lines
    .filter(({ cases }) => cases.length > 0)
    .map(({ what, cases, advice }) => `${what}: ${cases.length} cases (${countKinds(cases)}). ${advice}`);
}

/** Counts cases by kind: `input 12, output 3`. */
function countKinds(cases: readonly { readonly kind: string }[]): string {
  return [...Map.groupBy(cases, ({ kind }) => kind)]
    .map(([kind, { length }]) => `${kind} ${length}`)
    .join(", ");
}

/** Describes the data that the run creates: it ends instances if the spec declares how; the others stay on the target. */
function describeCreated({ exclude }: Plan, { behaviour, tools }: CaseFile): string {
  const entities = Object.entries(behaviour?.entities ?? {});
  const ended = entities.filter(([, { madeBy, endedBy }]) => madeBy && endedBy).map(([name]) => name);
  const kept = entities.filter(([, { madeBy, endedBy }]) => madeBy && !endedBy).map(([name]) => name);
  const writing = Object.entries(tools).filter(
    ([name, { readOnly }]) => !readOnly && !exclude.includes(name),
  ).length;
  return [
    `It calls ${writing} tool${writing === 1 ? "" : "s"} that may change data; --read-only calls none of them.`,
    ...(ended.length > 0
      ? [`After the run it ends the instances that it created: ${ended.join(", ")}.`]
      : []),
    ...(kept.length > 0
      ? [
          `Instances of ${kept.join(", ")} stay on the target, since the spec does not declare how to end them.`,
        ]
      : []),
    ...(entities.length === 0
      ? [
          "The spec declares no entities, so only `cleanup` of a target file can end instances that it created.",
        ]
      : []),
  ].join(" ");
}

/** Describes what the run uses up of each limit, and what it leaves. */
function describeSpending(plan: Plan, file: CaseFile): string[] {
  const announced = announceSpending(plan, file);
  const ofKind = (kind: Announced["kind"]) => announced.filter((each) => each.kind === kind);
  return [
    ...describeEach("It draws", ofKind("quota")),
    ...ofKind("money").map(describeMoney),
    ...describeEach("It causes", ofKind("refusals"), file),
    ...describeEach("It makes", ofKind("entity")),
  ];
}

/** Describes how often a run draws, causes refusals, or makes what stays. */
function describeEach(verb: string, announced: readonly Announced[], file?: CaseFile): string[] {
  if (announced.length === 0) return [];
  const limits = file && readBehaviour(file).limits;
  const amounts = announced.map(({ quota, most }) => {
    const limit = limits?.[quota];
    const whole = limit?.kind === "refusals" ? ` of ${limit.max} ${withArticle(limit.period)}` : "";
    return `${quota} ${most === "a tenth" ? "a tenth of what is left" : most}${whole}`;
  });
  const isOpen = announced.some(({ most }) => most === "as many as its cases need");
  return [`${verb}${isOpen ? "" : " at most"}: ${amounts.join(", ")} (--spend).`];
}

/** Describes the calls that cost money. */
function describeMoney({ quota: name, most }: Announced): string {
  if (typeof most === "string")
    return `It spends ${name}, which cost money, as often as its cases need; --spend limits that.`;
  return most === 0
    ? `It spends no ${name}: they cost money. --spend ${name}=N allows N calls that do.`
    : `It makes at most ${most} calls that spend ${name} (--spend).`;
}

/** Describes which rates the run uses up. */
function describeRates(plan: Plan, file: CaseFile): string[] {
  const rates = announceRates(plan, file);
  const show = ({ name, max, seconds }: AnnouncedRate) => `${name} (${max} in ${seconds} s)`;
  const tried = rates.filter(({ most }) => most > 0);
  if (rates.length === 0) return [];
  return [
    `It keeps to the rates that the spec declares: ${rates.map(show).join(", ")}.`,
    ...(tried.length > 0
      ? [
          `It uses up at most once, with a token or account that no other case uses: ${tried.map(show).join(", ")}.`,
        ]
      : []),
  ];
}

function showDuration(requests: number, rate: CaseFile["rate"], windows: number): string {
  if (rate === undefined || windows === Number.POSITIVE_INFINITY) return "as fast as the target answers";
  const waits = Math.ceil(requests / (rate.max * Math.max(1, windows))) - 1;
  const minutes = Math.ceil((waits * rate.seconds) / 60);
  return minutes === 0
    ? "less than a minute"
    : `about ${minutes} minute${minutes === 1 ? "" : "s"} at the declared rate`;
}
