/** Reads and writes the filter and the order of the list of forms in its address. */
import type { FormStatus } from "../../../../../../generated/types.ts";
import { type FormOrder, LATEST_FIRST, readOrder, writeOrder } from "../../../../../forms/list-order.ts";
import { TAG_LENGTH } from "../../../../../forms/tags/tags.ts";
import { cleanName } from "../../../../../platform/clean-name.ts";

export interface ListFilter {
  /** Part of the title; empty: every title. */
  readonly query: string;
  readonly status: FormStatus | undefined;
  /** The id of a folder, as entered; empty: every form. */
  readonly folder: string;
  /** A tag, as entered; empty: every form. */
  readonly tag: string;
  readonly order: FormOrder;
}

/** The names of the inputs. */
export const FILTER_INPUTS = ["query", "status", "folder", "tag", "sort"] as const;

export const NO_FILTER: ListFilter = {
  query: "",
  status: undefined,
  folder: "",
  tag: "",
  order: LATEST_FIRST,
};

/** @param read returns the value of an input by its name */
export function readFilter(read: (name: string) => string | undefined): ListFilter {
  const status = read("status");
  return {
    query: (read("query") ?? "").trim().slice(0, 200),
    status: (["draft", "published", "paused", "archived"] as const).find((one) => one === status),
    folder: /^fld_[0-9A-Za-z]{22}$/.exec(read("folder") ?? "")?.[0] ?? "",
    tag: cleanName(read("tag") ?? "", TAG_LENGTH) ?? "",
    order: readOrder(read("sort")),
  };
}

/** The values of the inputs, for forms that lead back to the list. */
export function filterInputs({ query, status, folder, tag, order }: ListFilter) {
  const values = { query, status: status ?? "", folder, tag, sort: writeOrder(order) };
  return values satisfies Record<(typeof FILTER_INPUTS)[number], string>;
}

/** Returns the address of the list, or of a later page of it. */
export function listAddress(filter: ListFilter, cursor = ""): string {
  const entries = Object.entries({ ...filterInputs(filter), cursor });
  const parameters = new URLSearchParams(entries.filter(([, value]) => value !== ""));
  return parameters.size === 0 ? "/forms" : `/forms?${parameters}`;
}
