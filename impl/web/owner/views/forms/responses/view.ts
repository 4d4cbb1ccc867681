/** The data that the table of responses is drawn from. */
import type { ResponseStatus } from "../../../../../../generated/types.ts";
import type { AccessibleForm } from "../../../../../forms/forms.ts";
import type { FileFormat } from "../../../../../responses/exports/request.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";

/** A status that the list can show. Tools do not know tests. */
export type ShownStatus = ResponseStatus | "test";

/** A response as a row of the table. */
export interface ResponseRow {
  readonly id: string;
  /** ISO 8601. */
  readonly submittedAt: string;
  readonly email: string | undefined;
  /** ISO 8601: until when it can be restored; undefined: it is not deleted. */
  readonly eraseAt: string | undefined;
  /** One for each question of the table; undefined: not answered. */
  readonly cells: readonly (string | undefined)[];
}

/** A head that sorts the table. */
export interface SortHead {
  readonly label: string;
  /** Sorts by it, or the other way round. */
  readonly address: string;
  /** How the table is sorted by it now. */
  readonly order: "ascending" | "descending" | undefined;
}

export interface ResponsesView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  /** The address of a new sign-in, which some actions ask for; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  readonly form: AccessibleForm;
  /** The filters, as entered. */
  readonly shown: Readonly<Record<"from" | "to" | "field" | "text" | "columns" | "sort", string>> & {
    readonly status: ShownStatus;
  };
  readonly statuses: readonly ShownStatus[];
  readonly formats: readonly FileFormat[];
  /** Fields to search in. */
  readonly fields: readonly { readonly id: string; readonly label: string }[];
  /** Ids of the fields that the table shows. */
  readonly columns: ReadonlySet<string>;
  /** Whether the form has questions that are no longer asked. */
  readonly hasRetired: boolean;
  /** The number of responses on all pages; undefined for a search. */
  readonly count: number | undefined;
  /** How many responses a search looked at; undefined: nothing was searched. */
  readonly hasSearched: number | undefined;
  readonly heads: { readonly time: SortHead; readonly address: SortHead };
  readonly questions: readonly SortHead[];
  readonly hasMoreQuestions: boolean;
  readonly rows: readonly ResponseRow[];
  readonly rowAddress: (id: string) => string;
  readonly selection: {
    readonly isPage: boolean;
    /** How many match and are selected, and which; undefined: it is not all that match. */
    readonly all: { readonly count: number; readonly mark: string } | undefined;
    readonly address: (select: "page" | "all" | "") => string;
  };
  /** Address of the next page. */
  readonly next: string | undefined;
}

/** Deleted responses and tests are in no file, and end on a day. */
export function isKeptOnly({ shown: { status } }: Pick<ResponsesView, "shown">): boolean {
  return status === "deleted" || status === "test";
}
