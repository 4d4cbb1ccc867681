/**
 * What the browser can check by itself, with the message for it. The server checks everything again, and more. These
 * checks only save a round trip.
 */
export type ClientRule =
  | readonly [kind: "required" | "email" | "number" | "integer", message: string]
  | readonly [kind: "phone", needsCountryCode: boolean, message: string]
  | readonly [kind: "length" | "chosen" | "range", min: number | null, max: number | null, message: string];
