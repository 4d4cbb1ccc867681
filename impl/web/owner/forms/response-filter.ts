/** Which responses a page shows: what stands in its address. */
import type { ResponseStatus } from "../../../../generated/types.ts";
import type { AccessibleForm } from "../../../forms/forms.ts";
import type { Search } from "../../../responses/analysis/search.ts";
import type { ResponseFilter } from "../../../responses/filter.ts";
import { readPeriod } from "../../../responses/period.ts";

const STATUSES = [
  "verified",
  "pending_verification",
  "spam",
  "deleted",
] as const satisfies readonly ResponseStatus[];

/** As entered; days that do not exist are left out. */
export interface ShownResponses {
  readonly status: ResponseStatus;
  /** `YYYY-MM-DD`; empty: no limit. */
  readonly from: string;
  readonly to: string;
  /** Id of a field; empty: every field, and the address. */
  readonly field: string;
  /** Empty: no search. */
  readonly text: string;
  /** Ids of the fields that the table shows, with commas between; empty: the first ones. */
  readonly columns: string;
}

const TEXT_LENGTH = 200;
/** Of the table; the page of a response has all. */
const MAX_COLUMNS = 20;

/** @param read the value of an input of this name */
export function readShown(read: (name: string) => string | undefined): ShownResponses {
  return {
    status: STATUSES.find((one) => one === read("status")) ?? "verified",
    from: readDay(read("from")),
    to: readDay(read("to")),
    field: /^[a-z][a-z0-9_]{0,63}$/.exec(read("field") ?? "")?.[0] ?? "",
    columns: readColumns(read("columns")),
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

/** Days are those of UTC, as everywhere. Of deleted responses those that can be restored. */
export function toFilter(formId: string, { status, from, to }: ShownResponses): ResponseFilter {
  const period = readPeriod(from || undefined, to || undefined);
  return { formId, status, period, isRestorable: status === "deleted" };
}

/** Deleted responses are read by those only who may restore them. */
export function readableStatuses({ access }: Pick<AccessibleForm, "access">): readonly ResponseStatus[] {
  return access === "view" ? STATUSES.filter((status) => status !== "deleted") : STATUSES;
}

export function toSearch({ text, field }: ShownResponses): Search | undefined {
  return text === "" ? undefined : { text, field: field || undefined };
}

/** The address of the list, with what differs from its usual state. */
export function listAddress(formId: string, shown: ShownResponses, cursor?: string): string {
  const usual: Readonly<Record<string, string>> = { status: "verified" };
  const entries = Object.entries({ ...shown, cursor: cursor ?? "" }).filter(
    ([name, value]) => value !== (usual[name] ?? ""),
  );
  const query = new URLSearchParams(entries).toString();
  return `/forms/${formId}/responses${query && `?${query}`}`;
}
