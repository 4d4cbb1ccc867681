/** The languages of the pages. */
import type { Language } from "../../generated/types.ts";
import bg from "./bg.json" with { type: "json" };
import cs from "./cs.json" with { type: "json" };
import da from "./da.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import el from "./el.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import et from "./et.json" with { type: "json" };
import fi from "./fi.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ga from "./ga.json" with { type: "json" };
import hr from "./hr.json" with { type: "json" };
import hu from "./hu.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import lt from "./lt.json" with { type: "json" };
import lv from "./lv.json" with { type: "json" };
import mt from "./mt.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import ro from "./ro.json" with { type: "json" };
import sk from "./sk.json" with { type: "json" };
import sl from "./sl.json" with { type: "json" };
import sv from "./sv.json" with { type: "json" };

export type TextKey = keyof typeof en;
/** The service's own words to respondents and learners, as messages of ICU MessageFormat. */
export type Texts = Readonly<Record<TextKey, string>>;

/** A language without texts, or a text missing in one, does not compile. */
const written: Readonly<Record<Language, Texts>> = {
  bg,
  cs,
  da,
  de,
  el,
  en,
  es,
  et,
  fi,
  fr,
  ga,
  hr,
  hu,
  it,
  lt,
  lv,
  mt,
  nl,
  pl,
  pt,
  ro,
  sk,
  sl,
  sv,
};

export const languageCodes = Object.keys(written) as Language[];

export function textsIn(language: Language): Texts {
  return written[language];
}

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(written, code);
}
