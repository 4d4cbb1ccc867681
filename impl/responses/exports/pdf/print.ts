/** Prints a file with the words of its reader. All that it takes can be sent to another thread. */
import { type OwnerLanguage, ownerTranslation } from "../../../texts/owner/owner-texts.ts";
import { type PrintedFile, writeResponsePdf } from "./response-pdf.ts";

export interface PrintRequest extends Omit<PrintedFile, "foot" | "cutText"> {
  readonly reader: { readonly language: OwnerLanguage; readonly zone: string };
}

/** @param turn resolves when the caller may block the event loop for some milliseconds */
export function print(
  { reader, ...file }: PrintRequest,
  turn: () => Promise<void> = async () => {},
): Promise<Uint8Array> {
  const t = ownerTranslation(reader.language, reader.zone);
  return writeResponsePdf(
    {
      ...file,
      foot: (page, pages) => `${t.say("pdf_page", { page, pages })} · ${file.title}`,
      cutText: t.say("pdf_cut"),
    },
    turn,
  );
}
