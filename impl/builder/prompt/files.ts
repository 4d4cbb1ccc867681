/** Reads the file formats that an upload takes, such as "PDF or Word". */
import type { FileExtension } from "../../../generated/types.ts";
import { DOCUMENTS, IMAGES } from "../fields/shapes.ts";
import type { Span } from "./split.ts";

/** Names of file formats -> their extensions. */
const FORMATS: Readonly<Record<string, readonly FileExtension[]>> = {
  pdf: ["pdf"],
  pdfs: ["pdf"],
  png: ["png"],
  jpg: ["jpg", "jpeg"],
  jpeg: ["jpg", "jpeg"],
  gif: ["gif"],
  webp: ["webp"],
  heic: ["heic"],
  doc: ["doc", "docx"],
  docx: ["docx"],
  word: ["doc", "docx"],
  "word document": ["doc", "docx"],
  xls: ["xls", "xlsx"],
  xlsx: ["xlsx"],
  excel: ["xls", "xlsx"],
  ppt: ["ppt", "pptx"],
  pptx: ["pptx"],
  powerpoint: ["ppt", "pptx"],
  odt: ["odt"],
  csv: ["csv"],
  txt: ["txt"],
  zip: ["zip"],
  mp3: ["mp3"],
  mp4: ["mp4"],
  mov: ["mov"],
  "images only": IMAGES,
  "image only": IMAGES,
  "documents only": DOCUMENTS,
};

const NAMES = Object.keys(FORMATS)
  .sort((a, b) => b.length - a.length)
  .join("|");
/** Beside the name of a format, these are formats as well: "PDF or photo". */
const PICTURE = "(?:photo|image|picture|foto|bild|imagen|immagine|afbeelding|imagem|zdjecie)s?";
const ONE = `\\.?(?:${NAMES})(?:-?dateien|-datei|-files?)?(?: files?| documents?| format| formats| only)?`;
/** `PDF`, `.pdf, .docx`, `PDF or Word`, `PDF only`. */
const ACCEPT = new RegExp(
  `(?<![\\p{L}\\p{N}])${ONE}(?:(?:,? (?:or|and|oder|und|ou|et|o|y|e) |, ?| ?/ ?)${ONE}){0,12}(?: (?:or|oder|ou|o|of|lub) (?:an? )?${PICTURE})?(?![\\p{L}\\p{N}])`,
  "u",
);

const ENDS_IN_PICTURE = new RegExp(`${PICTURE}$`, "u");

/** The file formats that a text names, and where. "zip code" is not one. */
export function readAccept(folded: string): { accept: FileExtension[]; span: Span } | undefined {
  const match = ACCEPT.exec(folded);
  if (!match || /^zip\b|^word\b(?! ?(?:doc|or|,))/.test(match[0])) return undefined;
  const names = match[0].match(new RegExp(NAMES, "g")) ?? [];
  const pictures = ENDS_IN_PICTURE.test(match[0]) ? IMAGES : [];
  const accept = [...new Set([...names.flatMap((name) => FORMATS[name] ?? []), ...pictures])];
  return { accept, span: { start: match.index, end: match.index + match[0].length } };
}
