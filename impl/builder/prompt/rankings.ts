/** Writes rankings without a colon as one field with its choices in brackets: "a ranking of Rome and Lisbon" -> "Ranking (Rome, Lisbon)". */
import type { Language } from "../../../generated/types.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { sentenceCase } from "../lexicon/spelling.ts";

const OR = "(?:and|or|und|oder|et|ou|y|e|o|i|en|of|och|og)";
const CHOICE = "(?!\\d)[^\\s,;:.()?!]+(?: [^\\s,;:.()?!]+){0,3}?";
const LIST = `${CHOICE}(?:, ${CHOICE}){0,30},? ${OR} ${CHOICE}`;
const BY =
  "(?: (?:by|in order of|nach|par(?: ordre de)?|por(?: orden de)?|per|in ordine di|op|według) \\p{L}{4,20})";
const END = "(?=[,.;!?]|$)";
const PEOPLE =
  "(?:(?:let|letting|ask|asking|have) (?:people|them|users|guests|respondents|everyone|customers|members)(?: to)? )?";
const NOUN =
  "(?:(?:an?|the|eine?|une?|una|um|uma|een) )?(ranking(?: question)?|rangliste|rangfolge|reihenfolge|classement|clasificación|classifica|ranglijst|rangschikking|classificação) (?:of|von|aus|de|des|di|van|with|mit|avec|con) ";
const VERB =
  "(?:rank|classez|classer|clasifique|ordene|ordena|ordina|rangschik|uszereguj|sort|order|arrange|put|sortiere|sortieren|ordne) (?:the |these |die |les |los |las |le |de )?";
const RANK = "(?:rank|classez|clasifique|rangschik|uszereguj) (?:the |these |les |los |las |de )?";
const IN_ORDER = " in eine reihenfolge bringen(?: lassen)?";

const PATTERNS: readonly RegExp[] = [
  new RegExp(`(?<!\\p{L})${NOUN}(${LIST})${BY}?${END}`, "giu"),
  new RegExp(`(?<!\\p{L})()${PEOPLE}${VERB}(${LIST})${BY}${END}`, "giu"),
  new RegExp(`(?<!\\p{L})()${PEOPLE}${RANK}(${LIST})${END}`, "giu"),
  new RegExp(`(?<!\\p{L})()(?:bitte )?(${LIST})${IN_ORDER}${END}`, "giu"),
];
const SPLIT = new RegExp(`,? ${OR} |, `, "iu");

/** The label of a ranking that a verb asks for. */
const LABELS: Readonly<Partial<Record<Language, string>>> = {
  de: "Rangliste",
  fr: "Classement",
  es: "Clasificación",
  it: "Classifica",
  nl: "Ranglijst",
  pt: "Classificação",
};

/** A longer line is read as it is. */
const MAX_LINE = 4000;

/** The line, with each ranking written as a label and its choices. A ranking whose choices follow a colon stays as it is. */
export function bracketRankings(line: string, { languages }: Grammar): string {
  if (line.length > MAX_LINE) return line;
  return PATTERNS.reduce(
    (text, pattern) =>
      text.replace(pattern, (whole: string, noun: string, list: string, at: number) => {
        const choices = list.split(SPLIT).map((choice) => choice.trim());
        const label = sentenceCase(noun || (LABELS[languages[0]!] ?? "ranking"));
        const isSentence =
          /(?:^|[.!?] )$/.test(text.slice(0, at)) && !/^,/.test(text.slice(at + whole.length));
        return isSentence ? `${label}: ${choices.join(", ")}` : `${label} (${choices.join(", ")})`;
      }),
    line,
  );
}
