/** What an export is asked for, and when two requests are the same. */
import { hash } from "node:crypto";
import type { ExportFormat } from "../../generated/types.ts";
import type { ResponseFilter } from "../responses/filter.ts";

/** What somebody wants to have exported. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly filter: ResponseFilter;
  /** Whether they may see addresses of respondents. */
  readonly withAddresses: boolean;
}

/** The same for calls that want the same. */
export function requestKey(accountId: string, request: ExportRequest): string {
  const { format, filter, withAddresses } = request;
  const { from, before, until } = filter.period;
  const wanted = [accountId, format, filter.formId, filter.status, from, before, until, withAddresses];
  return hash("sha256", JSON.stringify(wanted));
}
