import { limits } from "../../../generated/limits.ts";
import type { Language, LocalizedText } from "../../../generated/types.ts";
import words from "./copy-title.json" with { type: "json" };

/** `Survey` becomes `Survey (copy)`, that one `Survey (copy 2)`; in each language its own word. */
export function copyTitle(title: LocalizedText): LocalizedText {
  const marked = Object.entries(title).map(([language, text]) => [
    language,
    mark(text, words[language as Language]),
  ]);
  return Object.fromEntries(marked) as LocalizedText;
}

function mark(title: string, word: string): string {
  const [, original = title, copies = "0"] =
    new RegExp(`^(.*) \\(${word}(?: (\\d{1,4}))?\\)$`, "su").exec(title) ?? [];
  const isCopy = original !== title;
  const suffix = isCopy ? ` (${word} ${Math.max(1, Number(copies)) + 1})` : ` (${word})`;
  const room = limits.title_length.max - [...suffix].length;
  return [...original].slice(0, room).join("").trimEnd() + suffix;
}
