/** The languages of the pages. */
import type { Language } from "../../generated/types.ts";
import { bg } from "./bg.ts";
import { cs } from "./cs.ts";
import { da } from "./da.ts";
import { de } from "./de.ts";
import { el } from "./el.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { et } from "./et.ts";
import { fi } from "./fi.ts";
import { fr } from "./fr.ts";
import { ga } from "./ga.ts";
import { hr } from "./hr.ts";
import { hu } from "./hu.ts";
import { it } from "./it.ts";
import { lt } from "./lt.ts";
import { lv } from "./lv.ts";
import { mt } from "./mt.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { ro } from "./ro.ts";
import { sk } from "./sk.ts";
import { sl } from "./sl.ts";
import { sv } from "./sv.ts";
import type { Texts } from "./texts.ts";

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

/** The service's own words. Those of the form are its owner's. */
export function textsIn(language: Language): Texts {
  return written[language];
}

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(written, code);
}
