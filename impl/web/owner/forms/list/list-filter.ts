/** Reads and writes the filter of the list of forms in its address. */
import type { FormStatus } from "../../../../../generated/types.ts";

export interface ListFilter {
  /** Part of the title; empty: every title. */
  readonly query: string;
  readonly status: FormStatus | undefined;
  /** The id of a folder, as entered; empty: every form. */
  readonly folder: string;
}

/** @param read returns the value of an input by its name */
export function readFilter(read: (name: string) => string | undefined): ListFilter {
  const status = read("status");
  return {
    query: (read("query") ?? "").trim().slice(0, 200),
    status: (["draft", "published", "paused", "archived"] as const).find((one) => one === status),
    folder: /^fld_[0-9A-Za-z]{22}$/.exec(read("folder") ?? "")?.[0] ?? "",
  };
}

/** Returns the address of the list, or of a later page of it. */
export function listAddress({ query, status, folder }: ListFilter, cursor = ""): string {
  const entries = Object.entries({ query, status: status ?? "", folder, cursor });
  const parameters = new URLSearchParams(entries.filter(([, value]) => value !== ""));
  return parameters.size === 0 ? "/forms" : `/forms?${parameters}`;
}
