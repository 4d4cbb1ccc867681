/** Names of kinds of files in details. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  word: ["doc", "docx"],
  excel: ["xls", "xlsx"],
  powerpoint: ["ppt", "pptx"],
  jpg: ["jpg", "jpeg"],
  jpeg: ["jpg", "jpeg"],
};

const EXTENSIONS: ReadonlySet<string> = new Set(
  "pdf doc docx xls xlsx ppt pptx odt ods odp rtf txt csv zip png jpg jpeg gif webp heic mp3 m4a wav mp4 mov webm".split(
    " ",
  ),
);

/** The file name extensions that a word means. */
export function extensions(word: string | undefined): readonly string[] | undefined {
  if (word === undefined) return undefined;
  return Object.hasOwn(FORMATS, word) ? FORMATS[word] : EXTENSIONS.has(word) ? [word] : undefined;
}
