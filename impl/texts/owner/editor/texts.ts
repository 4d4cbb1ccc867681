/** The texts of the editor, by language. Its page loads only one language (`editor-de.js`), apart from its script. */
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

export type EditorTextKey = keyof typeof en;

export type EditorTexts = Readonly<Record<EditorTextKey, string>>;

export const editorTexts: Readonly<Record<OwnerLanguage, EditorTexts>> = /* @__PURE__ */ withEnglish(
  { en, de, es, fr, it, nl, pl, pt },
  hashes,
);
