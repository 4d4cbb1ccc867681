/** The operation of rows of `generations` that only keep a result for an idempotency key. They do not count as used. */
export const FREE_OPERATION = "create_form_from_structure";
