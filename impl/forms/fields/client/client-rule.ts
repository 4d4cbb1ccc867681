/**
 * The checks that browsers make, with their messages. The service writes this table for each field, and browsers read it. It
 * has every check except those that need the service: phone numbers by country, patterns that could run forever in browsers,
 * and places that are taken. The service checks everything again.
 */
export type ClientRule =
  | readonly [
      kind: "required" | "email" | "url" | "number" | "integer" | "ranking" | "phone",
      message: string,
    ]
  | readonly [kind: "pattern", expression: string, message: string]
  /** All rows of a matrix, or none. */
  | readonly [kind: "rows", rows: number, message: string]
  /** The message names `{low}` and `{high}`. */
  | readonly [kind: "two_numbers", message: string]
  /** The message may name `{domain}`. */
  | readonly [kind: "domain", isAllowed: boolean, domains: readonly string[], message: string]
  | readonly [kind: "step", start: number, step: number, message: string]
  /** Checks that it is a valid moment, within optional bounds. */
  | readonly [kind: "moment", min: string | null, max: string | null, message: string]
  | readonly [
      kind: "length" | "chosen" | "range" | "other" | "files",
      min: number | null,
      max: number | null,
      message: string,
    ];
