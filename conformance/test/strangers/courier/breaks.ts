/** Ten mistakes that the courier's developers could make. The server makes the one that the variable `BREAK` names. */
export type Mistake =
  | "fourth-attempt"
  | "ninth-parcel"
  | "load-keeps-unassigned"
  | "total-not-repriced"
  | "search-after-paging"
  | "request-ids-shared"
  | "revision-of-weight-only"
  | "driver-of-others"
  | "phone-in-search"
  | "deliver-after-return";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
