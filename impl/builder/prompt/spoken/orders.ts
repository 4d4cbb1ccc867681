/** Writes out the pieces that an order counts: "how many loaves (€5), croissants (€2) and rolls (€3) they want". */

const PRICE = "\\([^()]{0,12}\\d[^()]{0,24}\\)";
const PIECE = `[^,;:()?.]{2,40} ${PRICE}`;
const COUNTED = new RegExp(
  `((?:how many|the number of|number of|the quantity of|quantity of|quantities of) )(${PIECE}(?:, ${PIECE}){0,12}),? (?:and|or) (${PIECE})(?: (?:they|you|people|customers) (?:want|need|would like|take|order|buy|['’]d like)(?: to (?:order|buy|have))?)?`,
  "giu",
);
/** "the pickup day (Fri, Sat) and how many": what follows brackets and asks is another field. */
const NEXT_QUESTION = /(\([^()]{2,200}\)) and (?=(?:how|whether|which|what|when|where|who)(?![\p{L}]))/giu;

/** ", and the form should work out the price" */
const TOTAL =
  /(?:^|,? and )(?:(?:the form|it) (?:should|must|can|has to|needs to) |have (?:the form|it) |then )(?:also |then |automatically )*(?:calculate|show|work out|compute|add up|display) (?:(?:the |a )?(?:total|sum|overall|final|price|costs?|amount)|(?:what|how much) (?:they|it|that|this)[^,.;]{0,30})(?: (?:price|costs?|amount|sum|to pay|at the end|automatically|of it|of everything|of their order))*(?=[.;]|$)/iu;

export function withCountedPieces(sentence: string): string {
  return sentence
    .replace(COUNTED, (whole: string, count: string, list: string, last: string) => {
      const pieces = [...list.split(/(?<=\)), /u), last];
      return pieces.every((piece) => /[€$£]|eur|usd|gbp|pln|kr|zł|each/i.test(piece))
        ? pieces.map((piece) => `${count}${piece.trim()}`).join(", ")
        : whole;
    })
    .replace(NEXT_QUESTION, "$1, ")
    .replace(TOTAL, (_whole, at: number) => (at === 0 ? "Show the total" : ". Show the total"));
}
