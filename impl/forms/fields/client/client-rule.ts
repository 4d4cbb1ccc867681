/**
 * What browsers check by themselves, with the message for it: the table that the service writes for each field, and that browsers read. It
 * has every check of the service but those that need the service: phone numbers by country, patterns that browsers could take for ever
 * for, and places that are gone. The service checks everything again.
 */
export type ClientRule =
  | readonly [kind: "required" | "email" | "url" | "number" | "integer" | "ranking", message: string]
  | readonly [kind: "phone", needsCountryCode: boolean, message: string]
  | readonly [kind: "pattern", expression: string, message: string]
  /** All rows of a matrix, or none. */
  | readonly [kind: "rows", rows: number, message: string]
  /** The message may name `{domain}`. */
  | readonly [kind: "domain", isAllowed: boolean, domains: readonly string[], message: string]
  | readonly [kind: "step", start: number, step: number, message: string]
  /** Without bounds: that it is one. */
  | readonly [kind: "moment", min: string | null, max: string | null, message: string]
  | readonly [
      kind: "length" | "chosen" | "range" | "other" | "files",
      min: number | null,
      max: number | null,
      message: string,
    ];
