/** Writes ranges in words the way lists say them: "shirt size XS to XXL", "rank these from best to worst", "rate A and B from poor to good". */

/** "shirt size XS to XXL" */
const SIZES =
  /(?<=\bsizes?),? (?:from )?(XXS|XS|S|M) ?(?:to|-|–|through) ?(L|XL|XXL|XXXL|2XL|3XL)(?=[,.;)]|$| and )/giu;
/** "rank these from favourite to least favourite: A, B" */
const RANKED =
  /(?<=\b(?:rank|order|sort) (?:these|the following|them|your favou?rites)) (?:from|by) [\p{L} ]{3,30}?(?: to [\p{L} ]{3,30}?)?(?=:)/iu;
/** "Rate room, breakfast and staff from poor to excellent (poor, fair, good, excellent) in a table" */
const GRADED =
  /^(?:please )?(?:also )?rate (?!each|the following|these)([^():;?]{5,200}?),? (?:from [\p{L} ]{3,20} to [\p{L} ]{3,20} )?\(((?=[^()]*\p{L})[^()\d]{3,30}(?:, [^()\d,]{2,30}){1,6})\)(?: (?:in|as) (?:a|one) (?:table|grid|matrix))?[.!]?$/iu;

export function withRanges(sentence: string): string {
  const [, things = "", grades = ""] = GRADED.exec(sentence) ?? [];
  const list = things.split(/, (?:and )?| and /u).map((thing) => thing.trim());
  if (list.length > 1 && list.every((thing) => thing.split(" ").length <= 4))
    return `Rate each of the following as ${grades}: ${list.join(", ")}.`;
  return sentence.replace(RANKED, "").replace(SIZES, " ($1 to $2)");
}
