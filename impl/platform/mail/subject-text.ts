/** Makes a text that people have written fit for the subject of a mail. */
import { shorten } from "../../texts/shorten.ts";

/** Line breaks, which would begin another header, and all other control characters. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/**
 * Characters without a picture of their own: they turn the direction of a text (bidi), or hide a part of it. The joiners in emoji and
 * in words of some scripts do neither.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu;
/** The beginning of an encoded word (RFC 2047): mail programs show what it encodes, which may be all of the above. */
const ENCODED = /=\?(?=[^\s?]+\?[bq]\?)/giu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns one line of visible characters, cut to `length` of them; "": none is left. */
export function subjectText(text: string, length: number): string {
  const visible = text.replace(BREAKS, " ").replace(UNSEEN, "");
  const line = visible.replace(ENCODED, "= ?").replace(/\s+/gu, " ").trim();
  return SEEN.test(line) ? shorten(line, length).trim() : "";
}
