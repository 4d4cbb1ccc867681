/** The request for an export, and a key that is equal for equal requests. */
import { hash } from "node:crypto";
import type { ExportFormat } from "../../../generated/types.ts";
import type { OwnerLanguage } from "../../texts/owner/owner-texts.ts";
import type { AnswerCondition } from "../conditions/condition.ts";
import type { ResponseFilter } from "../filter.ts";

/** The formats of tools, and an additional one for owners. */
export type FileFormat = ExportFormat | "xlsx";

/** The formats of tables. A live address has the words of a spreadsheet for people, as CSV. */
export type TableFormat = FileFormat | "live_csv";

/** Which responses to export, and how. */
export interface ExportRequest {
  readonly format: FileFormat;
  readonly filter: ResponseFilter;
  /** Conditions on answers; undefined: none. Tools have none. */
  readonly conditions?: readonly AnswerCondition[];
  /** Whether they may see addresses of respondents. */
  readonly withAddresses: boolean;
  /** Leaves out the columns of questions that are no longer asked. */
  readonly withoutRetired?: boolean;
  /** The language of the heads and of yes and no in a spreadsheet for people; other formats have the names of the contract. */
  readonly language?: OwnerLanguage;
  /** The time zone of the times in a spreadsheet; other formats have UTC. */
  readonly zone?: string;
}

/** The same for calls that want the same. */
export function requestKey(accountId: string, request: ExportRequest): string {
  const { format, filter, conditions, withAddresses, withoutRetired, language, zone } = request;
  const { from, before, until } = filter.period;
  const wanted = [
    accountId,
    format,
    filter.formId,
    filter.status,
    from,
    before,
    until,
    withAddresses,
    withoutRetired,
    filter.ids,
    conditions,
    language,
    zone,
  ];
  return hash("sha256", JSON.stringify(wanted));
}
