/** Names of kinds of files in details. */
import { isFileExtension } from "../../uploads/kinds.ts";

/** Words that mean several extensions. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  word: ["doc", "docx"],
  excel: ["xls", "xlsx"],
  powerpoint: ["ppt", "pptx"],
};

/** The file name extensions that a word means. */
export function extensions(word: string | undefined): readonly string[] | undefined {
  if (word === undefined) return undefined;
  if (Object.hasOwn(FORMATS, word)) return FORMATS[word];
  return isFileExtension(word) ? [word] : undefined;
}
