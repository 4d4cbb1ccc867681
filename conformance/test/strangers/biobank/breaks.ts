/** Mistakes that the biobank's developers could make. The server makes the one that the variable `BREAK` names. */
type Mistake =
  | "assays-of-others"
  | "move-keeps-place"
  | "export-lacks-last"
  | "export-of-every-kind"
  | "one-more-in-a-rack"
  | "failed-assay-counts"
  | "out-rack-retires"
  | "undone-twice"
  | "due-in-minutes"
  | "discarded-in-report"
  | "note-stays"
  | "tags-by-beginning"
  | "closed-once"
  | "volume-as-text"
  | "newest-by-change"
  | "point-is-any-letter"
  | "either-filter"
  | "no-free-is-one"
  | "cells-unquoted"
  | "size-in-letters"
  | "mean-cut-off"
  | "report-of-first-volumes"
  | "found-by-first-kind";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
