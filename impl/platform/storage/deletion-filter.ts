/** The condition that hides deleted forms. Every query that reads forms for owners, agents or respondents has it. */
import { sql } from "kysely";

/** Holds for forms that are neither in the bin nor being removed. Queries with it name their table `forms`. */
export const isNotDeleted = sql<boolean>`forms.deleting_at is null`;
