/** Reads and writes the filter of responses in the address of a page. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import type { Search } from "../../../../responses/analysis/search.ts";
import type { Sort } from "../../../../responses/analysis/shown-list.ts";
import { readConditions, writeConditions } from "../../../../responses/conditions/condition.ts";
import type { ResponseFilter } from "../../../../responses/filter.ts";
import { periodOfDays } from "../../../../responses/period.ts";
import { PERIODS, type ShownPeriod, type ShownStatus } from "../../views/forms/responses/view.ts";

const STATUSES = [
  "verified",
  "pending_verification",
  "spam",
  "deleted",
  "test",
] as const satisfies readonly ShownStatus[];

/** The filter as entered, without days that do not exist. */
export interface ShownResponses {
  readonly status: ShownStatus;
  /** `YYYY-MM-DD` in the time zone of the account that reads; empty: no limit. */
  readonly from: string;
  readonly to: string;
  /** Id of the field to search; empty: every field, and the address. */
  readonly field: string;
  /** The text to search for; empty: no search. */
  readonly text: string;
  /** Conditions on answers, as `writeConditions` writes them; empty: none. */
  readonly answers: string;
  /** Ids of the fields that the table shows, separated by commas; empty: the first ones. */
  readonly columns: string;
  /** Key of a column, `@` for the address, empty for the time; `-` before it reverses the order. */
  readonly sort: string;
}

const TEXT_LENGTH = 200;
/** The maximum number of columns of the table; the page of a response has all. */
const MAX_COLUMNS = 20;

/** The days of the periods that end today. */
const LAST_DAYS: Readonly<Partial<Record<ShownPeriod, number>>> = { 7: 7, 30: 30 };

type Read = (name: string) => string | undefined;

/**
 * Reads the days of the chosen period as if they had been entered. Addresses without a period, such as links, have days.
 * @param today `YYYY-MM-DD` in the time zone of the account
 */
export function withPeriod(read: Read, today: string): Read {
  const period = PERIODS.find((one) => one === read("period")) ?? "own";
  if (period === "own") return read;
  const days = LAST_DAYS[period];
  const from = days === undefined ? undefined : firstDay(days, today);
  return (name) => {
    if (name === "from") return from;
    return name === "to" ? undefined : read(name);
  };
}

/** Returns the period that the days are. */
export function shownPeriod({ from, to }: Pick<ShownResponses, "from" | "to">, today: string): ShownPeriod {
  if (from === "" && to === "") return "all";
  const isLast = (period: ShownPeriod) => {
    const days = LAST_DAYS[period];
    return days !== undefined && to === "" && from === firstDay(days, today);
  };
  return PERIODS.find(isLast) ?? "own";
}

/** The first of the last days; today is the last one. */
function firstDay(days: number, today: string): string {
  return new Date(Date.parse(today) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
}

/** Reads the filter. @param read returns the value of an input by its name */
export function readShown(read: Read): ShownResponses {
  return {
    status: STATUSES.find((one) => one === read("status")) ?? "verified",
    from: readDay(read("from")),
    to: readDay(read("to")),
    field: /^[a-z][a-z0-9_]{0,63}$/.exec(read("field") ?? "")?.[0] ?? "",
    columns: readColumns(read("columns")),
    sort: /^-?(@|[a-z][a-z0-9_]{0,63}(\.[a-z0-9_]{1,64})?)?$/.exec(read("sort") ?? "")?.[0] ?? "",
    answers: writeConditions(readConditions(read("answers") ?? "")),
    text: [...(read("text") ?? "").trim()].slice(0, TEXT_LENGTH).join(""),
  };
}

function readColumns(text = ""): string {
  const ids = text.split(",").filter((id) => /^[a-z][a-z0-9_]{0,63}$/.test(id));
  return [...new Set(ids)].slice(0, MAX_COLUMNS).join(",");
}

function readDay(text = ""): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : "";
}

/** Converts to a filter of the domain, with days in a time zone. Deleted responses are those that can be restored. */
export function toFilter(
  formId: string,
  { status, from, to, sort }: ShownResponses,
  zone: string,
): ResponseFilter {
  const period = periodOfDays(from, to, zone);
  return { formId, status, period, isRestorable: status === "deleted", isOldestFirst: sort === "-" };
}

export function toSort({ sort }: ShownResponses): Sort | undefined {
  const [isDescending, key] = [sort.startsWith("-"), sort.replace("-", "")];
  return key === "" ? undefined : { key: key === "@" ? undefined : key, isDescending };
}

/** Lists the statuses that an account may read. Only those who may restore responses can read deleted and test responses. */
export function readableStatuses({ access }: Pick<AccessibleForm, "access">): readonly ShownStatus[] {
  return access === "view" ? STATUSES.slice(0, STATUSES.indexOf("deleted")) : STATUSES;
}

export function readable(form: AccessibleForm, shown: ShownResponses): ShownResponses {
  return readableStatuses(form).includes(shown.status) ? shown : { ...shown, status: "verified" };
}

export function toSearch({ text, field }: ShownResponses): Search | undefined {
  return text === "" ? undefined : { text, field: field || undefined };
}

/** Returns the address of the list, or of a page below it, with all settings that differ from the defaults. */
export function listAddress(
  formId: string,
  shown: ShownResponses,
  { below = "", ...more }: Readonly<Partial<Record<"below" | "cursor" | "select", string | undefined>>> = {},
): string {
  const usual: Readonly<Record<string, string>> = { status: "verified" };
  const entries = Object.entries({ ...shown, ...more }).flatMap(([name, value = ""]) =>
    value === (usual[name] ?? "") ? [] : [[name, value]],
  );
  const query = new URLSearchParams(entries).toString();
  return `/forms/${formId}/responses${below}${query && `?${query}`}`;
}
