/** Formats the output of --plan. */
import { readBehaviour } from "../behaviour/rules/rules.ts";
import { listLasting, listMoney, listQuotas, mostLasting } from "../calls/spending.ts";
import type { CaseFile } from "../cases/format.ts";
import { causes } from "../results/verdict.ts";
import type { Plan } from "../run/plan.ts";

/** Lists the cases, one per line. */
export function planReport(plan: Plan): string {
  return [
    ...plan.cases.map(({ id, must }) => `${id}\t${must}`),
    ...plan.standby.map(({ id }) => `${id}\tonly if requests are left`),
    ...plan.omitted.map(({ id }) => `${id}\tnot sent: read-only`),
  ].join("\n");
}

/** Describes the size and the duration of a run, the omitted cases, and the data that it creates. `tokens`: the number of tokens that share the declared rate. */
export function planSummary(plan: Plan, file: CaseFile, tokens: number): string {
  const { cases, requests, maxRequests } = plan;
  const most = maxRequests === Number.POSITIVE_INFINITY ? "" : ` and never more than ${maxRequests}`;
  return [
    `${cases.length} cases, about ${requests} requests${most}, ${showDuration(requests, file.rate, tokens)}`,
    ...describeOmitted(plan),
    ...(plan.writes ? [describeCreated(file), ...describeDraws(plan, file)] : []),
  ].join("\n");
}

/** Describes the omitted cases by kind. */
function describeOmitted({ omitted, standby }: Plan): string[] {
  const lines = [
    { what: "only if requests are left", cases: standby, advice: causes["left-out"] },
    { what: "left out", cases: omitted, advice: causes["read-only"] },
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
function describeCreated({ behaviour, tools }: CaseFile): string {
  const entities = Object.entries(behaviour?.entities ?? {});
  const ended = entities.filter(([, { madeBy, endedBy }]) => madeBy && endedBy).map(([name]) => name);
  const kept = entities.filter(([, { madeBy, endedBy }]) => madeBy && !endedBy).map(([name]) => name);
  const writing = Object.values(tools).filter(({ readOnly }) => !readOnly).length;
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

/** Describes the draws from quotas. */
function describeDraws(plan: Plan, file: CaseFile): string[] {
  return [...describeQuotas(plan, file), ...describeMoney(plan, file), ...describeLasting(plan, file)];
}

/** Describes the calls that cost money. */
function describeMoney({ spend }: Plan, file: CaseFile): string[] {
  const names = listMoney(readBehaviour(file));
  if (names.length === 0) return [];
  if (spend === "all")
    return [
      `It spends ${names.join(", ")}, which cost money, as often as its cases need; --spend limits that.`,
    ];
  const most = (name: string) => (spend === "a tenth" ? 0 : (spend[name] ?? 0));
  return names.map((name) =>
    most(name) === 0
      ? `It spends no ${name}: they cost money. --spend ${name}=N allows N calls that do.`
      : `It makes at most ${most(name)} calls that spend ${name} (--spend).`,
  );
}

/** Describes how many instances stay on the target, of entities that nothing ends. */
function describeLasting({ spend }: Plan, file: CaseFile): string[] {
  const entities = listLasting(readBehaviour(file));
  if (entities.length === 0 || spend === "all") return [];
  const most = (entity: string) => (spend === "a tenth" ? mostLasting : (spend[entity] ?? mostLasting));
  return [`It makes at most: ${entities.map((entity) => `${entity} ${most(entity)}`).join(", ")} (--spend).`];
}

function describeQuotas({ spend }: Plan, file: CaseFile): string[] {
  const quotas = listQuotas(readBehaviour(file));
  if (quotas.length === 0) return [];
  if (spend === "all")
    return [`It draws from ${quotas.join(", ")} as often as its cases need; --spend limits that.`];
  const most = (quota: string) => (spend === "a tenth" ? "a tenth of what is left" : (spend[quota] ?? 0));
  return [`It draws at most: ${quotas.map((quota) => `${quota} ${most(quota)}`).join(", ")} (--spend).`];
}

function showDuration(requests: number, rate: CaseFile["rate"], tokens: number): string {
  if (rate === undefined || tokens === Number.POSITIVE_INFINITY) return "as fast as the target answers";
  const windows = Math.ceil(requests / (rate.max * Math.max(1, tokens))) - 1;
  const minutes = Math.ceil((windows * rate.seconds) / 60);
  return minutes === 0
    ? "less than a minute"
    : `about ${minutes} minute${minutes === 1 ? "" : "s"} at the declared rate`;
}
