/** Finds details that stand behind a label without a bracket, as people write them: `Age 18 to 99`, `Name - short text - required`. */

import { type Span, trimSpan } from "../marks/span.ts";
import { readTokens, type Token } from "../marks/tokens.ts";
import type { Detail } from "./detail.ts";
import { type Details, type Notation, readDetails } from "./details.ts";

export interface BareDetails {
  readonly details: Details;
  readonly span: Span;
  /** The end of the label, before the sign between the two. */
  readonly labelEnd: number;
  /** False: these words may as well belong to the label, as in "Visa required" and "School year 2026-2027". */
  readonly isClear: boolean;
}

/** More words than these are a part of the label. */
const MOST_TOKENS = 8;

/** The longest end of a label that is nothing but details. */
export function bareDetails(notation: Notation, label: Span): BareDetails | undefined {
  const tokens = readTokens(notation.coverage.source, label);
  for (let at = Math.max(1, tokens.length - MOST_TOKENS); at < tokens.length; at++) {
    const span = { from: tokens[at]!.from, to: label.to };
    const details = tokens[at]!.isJoined ? undefined : readDetails(notation, span);
    if (!details || details.unread.length > 0) continue;
    const before = tokens[at - 1]!;
    const isDashed = at > 1 && /^[-–—]$/.test(before.key);
    // "What shall we do? Several answers possible": a sentence of its own.
    const isSentence = /^[?？]$/.test(before.key) && tokens.length - at > 1;
    if (!isDashed && !isSentence && !details.details.every(isOfBareKind)) continue;
    const isClear = isDashed || details.details.every(isUnlikeLabel);
    return { details, span, labelEnd: endOfLabel(notation, tokens, at), isClear };
  }
  return undefined;
}

/** Labels may end in words such as "date" and "file", but hardly in a bound. */
function isOfBareKind(detail: Detail): boolean {
  if (detail.kind === "type") return detail.type === "yes_no";
  if (detail.kind === "flag") return detail.flag === "required" || detail.flag === "optional";
  return detail.kind === "bound" || detail.kind === "count";
}

/** The number from which a range may be a range of years. */
const YEARS = 1000;

function isUnlikeLabel(detail: Detail): boolean {
  if (detail.kind === "flag") return detail.flag !== "required";
  return detail.kind !== "bound" || detail.value.kind !== "number" || detail.value.number < YEARS;
}

/** Returns the end of the label, before the dashes, commas and colons in front of the details. */
function endOfLabel({ coverage }: Notation, tokens: readonly Token[], at: number): number {
  let last = at - 1;
  while (last > 0 && /^[-–—,;:]$/.test(tokens[last]!.key)) last--;
  return trimSpan(coverage.source, { from: tokens[0]!.from, to: tokens[last]!.to }).to;
}
