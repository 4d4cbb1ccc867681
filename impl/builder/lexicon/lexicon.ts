import type { Language } from "../../../generated/types.ts";
import type { Labels } from "./concepts.ts";
import { bg as bgLabels } from "./labels/bg.ts";
import { cs as csLabels } from "./labels/cs.ts";
import { da as daLabels } from "./labels/da.ts";
import { de as deLabels } from "./labels/de.ts";
import { el as elLabels } from "./labels/el.ts";
import { en as enLabels } from "./labels/en.ts";
import { es as esLabels } from "./labels/es.ts";
import { et as etLabels } from "./labels/et.ts";
import { fi as fiLabels } from "./labels/fi.ts";
import { fr as frLabels } from "./labels/fr.ts";
import { ga as gaLabels } from "./labels/ga.ts";
import { hr as hrLabels } from "./labels/hr.ts";
import { hu as huLabels } from "./labels/hu.ts";
import { it as itLabels } from "./labels/it.ts";
import { lt as ltLabels } from "./labels/lt.ts";
import { lv as lvLabels } from "./labels/lv.ts";
import { mt as mtLabels } from "./labels/mt.ts";
import { nl as nlLabels } from "./labels/nl.ts";
import { pl as plLabels } from "./labels/pl.ts";
import { pt as ptLabels } from "./labels/pt.ts";
import { ro as roLabels } from "./labels/ro.ts";
import { sk as skLabels } from "./labels/sk.ts";
import { sl as slLabels } from "./labels/sl.ts";
import { sv as svLabels } from "./labels/sv.ts";
import { bg as bgWords } from "./words/bg.ts";
import { cs as csWords } from "./words/cs.ts";
import { da as daWords } from "./words/da.ts";
import { de as deWords } from "./words/de.ts";
import { el as elWords } from "./words/el.ts";
import { en as enWords } from "./words/en.ts";
import { es as esWords } from "./words/es.ts";
import { et as etWords } from "./words/et.ts";
import { fi as fiWords } from "./words/fi.ts";
import { fr as frWords } from "./words/fr.ts";
import { ga as gaWords } from "./words/ga.ts";
import { hr as hrWords } from "./words/hr.ts";
import { hu as huWords } from "./words/hu.ts";
import { it as itWords } from "./words/it.ts";
import { lt as ltWords } from "./words/lt.ts";
import { lv as lvWords } from "./words/lv.ts";
import { mt as mtWords } from "./words/mt.ts";
import { nl as nlWords } from "./words/nl.ts";
import { pl as plWords } from "./words/pl.ts";
import { pt as ptWords } from "./words/pt.ts";
import { ro as roWords } from "./words/ro.ts";
import { sk as skWords } from "./words/sk.ts";
import { sl as slWords } from "./words/sl.ts";
import { sv as svWords } from "./words/sv.ts";
import type { Words } from "./words.ts";

/** What is shown, by language. */
export const LABELS: Readonly<Record<Language, Labels>> = {
  bg: bgLabels,
  hr: hrLabels,
  cs: csLabels,
  da: daLabels,
  nl: nlLabels,
  en: enLabels,
  et: etLabels,
  fi: fiLabels,
  fr: frLabels,
  de: deLabels,
  el: elLabels,
  hu: huLabels,
  ga: gaLabels,
  it: itLabels,
  lv: lvLabels,
  lt: ltLabels,
  mt: mtLabels,
  pl: plLabels,
  pt: ptLabels,
  ro: roLabels,
  sk: skLabels,
  sl: slLabels,
  es: esLabels,
  sv: svLabels,
};

/** What is understood, by language. */
export const WORDS: Readonly<Record<Language, Words>> = {
  bg: bgWords,
  hr: hrWords,
  cs: csWords,
  da: daWords,
  nl: nlWords,
  en: enWords,
  et: etWords,
  fi: fiWords,
  fr: frWords,
  de: deWords,
  el: elWords,
  hu: huWords,
  ga: gaWords,
  it: itWords,
  lv: lvWords,
  lt: ltWords,
  mt: mtWords,
  pl: plWords,
  pt: ptWords,
  ro: roWords,
  sk: skWords,
  sl: slWords,
  es: esWords,
  sv: svWords,
};

/** The 24 languages of the lexicon. */
export const LANGUAGES = Object.keys(LABELS) as readonly Language[];
