/** The texts of the pages of MCP Apps, by language. Each page has all of them, since only the host knows the language. */
import { type OwnerLanguage, withEnglish } from "../translations.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import hashes from "./english-hashes.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

export type AppTextKey = keyof typeof en;

type AppTexts = Readonly<Record<AppTextKey, string>>;

export const appTexts: Readonly<Record<OwnerLanguage, AppTexts>> = /* @__PURE__ */ withEnglish(
  { en, de, es, fr, it, nl, pl, pt },
  hashes,
);
