/** The data that the table of responses is drawn from. */
import type { FormUrls, ResponseStatus } from "../../../../../../generated/types.ts";
import type { HeadedForm } from "../../../../../forms/overview.ts";
import type { ConditionEntry } from "../../../../../responses/conditions/entry.ts";
import type { FilteredQuestion } from "../../../../../responses/conditions/question-filters.ts";
import type { FileFormat } from "../../../../../responses/exports/request.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import type { ConditionsView } from "./conditions.ts";
import type { ViewActions, ViewLink } from "./saved-views.ts";

/** A status that the list can show. Tools have no status for test responses. */
export type ShownStatus = ResponseStatus | "test";

/** The periods of the menu: all days, the last 7 or 30, or the days that were entered. */
export const PERIODS = ["all", "7", "30", "own"] as const;

export type ShownPeriod = (typeof PERIODS)[number];

/** A response as a row of the table. */
export interface ResponseRow {
  readonly id: string;
  /** ISO 8601. */
  readonly submittedAt: string;
  readonly email: string | undefined;
  /** The end of the time in which it can be restored (ISO 8601); undefined: it is not deleted. */
  readonly eraseAt: string | undefined;
  /** The answers, one for each question of the table; undefined: not answered. */
  readonly cells: readonly (string | undefined)[];
}

/** A head of the table: its name sorts, and its menu sorts, filters and hides the column. */
export interface ColumnHead {
  /** Identifies the menu on the page. */
  readonly id: string;
  readonly label: string;
  /** The address that sorts by it, or reverses the order. */
  readonly address: string;
  /** The present order by it. */
  readonly order: "ascending" | "descending" | undefined;
  /** The addresses of both orders; the one that stands first is the usual one. */
  readonly sorts: readonly {
    readonly text: OwnerTextKey;
    readonly address: string;
    readonly isChosen: boolean;
  }[];
  /** Undefined: the column cannot be filtered. */
  readonly filter: ColumnFilter | undefined;
  /** The address without the column; undefined: it is always shown. */
  readonly hide: string | undefined;
}

/** The filter of a column. */
export interface ColumnFilter {
  /** The address without the filter that applies; undefined: none applies. */
  readonly without: string | undefined;
  /** The settings of the page that the filter does not change, by the names of inputs. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Undefined: the column of the time, which is filtered by the period. */
  readonly answer: { readonly question: FilteredQuestion; readonly entry: ConditionEntry } | undefined;
}

export interface ResponsesView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  /** The address of a new sign-in, which some actions require; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  readonly form: HeadedForm;
  readonly urls: FormUrls;
  /** The filters, as entered. */
  readonly shown: Readonly<
    Record<"from" | "to" | "field" | "text" | "answers" | "columns" | "sort", string>
  > & {
    readonly status: ShownStatus;
  };
  /** The period that the days are. */
  readonly period: ShownPeriod;
  /** The filters by answer. */
  readonly conditions: ConditionsView;
  /** Whether there is something to search and filter; without any response there is nothing. */
  readonly hasFilters: boolean;
  readonly views: readonly ViewLink[];
  /** How views are saved and deleted; undefined: the user may not change the form. */
  readonly viewActions: ViewActions | undefined;
  readonly statuses: readonly ShownStatus[];
  readonly formats: readonly FileFormat[];
  /** The chosen period in words, and the address without it; undefined: all days. */
  readonly days: { readonly text: string; readonly without: string } | undefined;
  /** Fields to search in. */
  readonly fields: readonly { readonly id: string; readonly label: string }[];
  /** Ids of the fields that the table shows. */
  readonly columns: ReadonlySet<string>;
  /** Whether the form has questions that are no longer asked. */
  readonly hasRetired: boolean;
  /** The number of responses on all pages; undefined for a search. */
  readonly count: number | undefined;
  /** The number of responses that a search read; undefined: there was no search. */
  readonly hasSearched: number | undefined;
  /** Whether the user has just moved responses out of this list. */
  readonly isEmptied: boolean;
  readonly heads: { readonly time: ColumnHead; readonly address: ColumnHead };
  readonly questions: readonly ColumnHead[];
  readonly hasMoreQuestions: boolean;
  readonly rows: readonly ResponseRow[];
  readonly rowAddress: (id: string) => string;
  readonly selection: {
    readonly isPage: boolean;
    /** All matching responses if all are selected; undefined: they are not. */
    readonly all:
      | {
          readonly count: number;
          /** Whether there are older ones, which are not selected. */
          readonly hasOlder: boolean;
          /** Identifies the selected responses. */
          readonly mark: string;
        }
      | undefined;
    readonly address: (select: "page" | "all" | "") => string;
  };
  /** Address of the next page. */
  readonly next: string | undefined;
}

/** Returns whether the list shows deleted or test responses, which are not in files and expire. */
export function isKeptOnly({ shown: { status } }: Pick<ResponsesView, "shown">): boolean {
  return status === "deleted" || status === "test";
}
