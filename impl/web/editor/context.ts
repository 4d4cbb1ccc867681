/** The objects that every part of the editor uses: its state, saving, the service, and its texts. */
import { createContext } from "preact";
import { useContext, useLayoutEffect, useReducer } from "preact/hooks";
import type { Language, LocalizedText } from "../../../generated/types.ts";
import { localeOf } from "../../texts/locale.ts";
import { fillMessage } from "../../texts/message.ts";
import type { EditorTextKey, EditorTexts } from "../../texts/owner/editor/texts.ts";
import type { Editor } from "./model/editor.ts";
import type { Saving } from "./saving/saving.ts";
import type { Server } from "./saving/server.ts";

export interface Parts {
  readonly editor: Editor;
  readonly saving: Saving;
  readonly server: Server;
  say(key: EditorTextKey, values?: Readonly<Record<string, string | number>>): string;
  /** Returns whether there is a text with this key, such as the name of a property. */
  hasText(key: string): key is EditorTextKey;
  /** Returns the name of a language, in the language of the editor. */
  languageName(language: string): string;
}

export const PartsContext = createContext<Parts | undefined>(undefined);

export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (parts === undefined) throw new Error("The editor has not started");
  return parts;
}

/** Draws the component again when the state of the editor or of the saving changes. */
export function useChanges({ editor, saving }: Parts): void {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  // A layout effect subscribes before any other event, so no change is missed.
  useLayoutEffect(() => {
    const stops = [editor.subscribe(() => redraw()), saving.subscribe(() => redraw())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor, saving]);
}

/** Returns a function that looks up a text of the editor. @param language code of the language of the editor */
export function createSay(texts: EditorTexts, language: string): Parts["say"] {
  const plural = new Intl.PluralRules(localeOf(language));
  return (key, values = {}) =>
    fillMessage(
      texts[key],
      (name) => String(values[name]),
      (name) => plural.select(Number(values[name])),
    );
}

/** Picks the text for a list: in the language being edited, else in the default language. */
export function pickText(text: LocalizedText | undefined, language: Language, fallback: Language): string {
  return text?.[language] ?? text?.[fallback] ?? "";
}
