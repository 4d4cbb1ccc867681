/**
 * Writes XLSX (ECMA-376, part 1) as a stream: one sheet with a bold first row that stays in view and filters its columns. No
 * library found does both, streams rows and styles the first one.
 */
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Archive, openArchive } from "../archive.ts";
import { STYLES } from "./styles.ts";
import { xmlText } from "./xml-text.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** Equal responses give equal bytes, so the parts have no time; this is the first one that a ZIP can state. */
const ENTRY = { modifiedAt: new Date("1980-01-01T00:00:00Z"), compress: true };

const contentTypes = `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${OFFICE}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${OFFICE}.styles+xml"/>
</Types>`;

/**
 * Returns the file as a stream, which fails if the sheet does.
 * @param name that of its sheet: at most 31 characters, none of `[]:*?/\`
 * @param sheet the part of the sheet in pieces, as `worksheet.ts` writes it
 */
export function toXlsx(name: string, sheet: AsyncIterable<Uint8Array>): Readable {
  const archive = openArchive();
  const content = new PassThrough();
  pipeline(archive.content, content).catch(() => undefined);
  fill(archive, name, sheet).catch((error: Error) => {
    archive.content.destroy();
    content.destroy(error);
  });
  return content;
}

async function fill(archive: Archive, name: string, sheet: AsyncIterable<Uint8Array>): Promise<void> {
  await archive.add("xl/worksheets/sheet1.xml", Readable.from(sheet, { objectMode: false }), ENTRY);
  const parts = {
    "xl/styles.xml": STYLES,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xmlText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations({ worksheet: "worksheets/sheet1.xml", styles: "styles.xml" }),
    "_rels/.rels": relations({ officeDocument: "xl/workbook.xml" }),
    "[Content_Types].xml": contentTypes,
  };
  for (const [path, xml] of Object.entries(parts))
    await archive.add(path, Readable.from([`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`]), ENTRY);
  archive.end();
}

/** Lists the targets of a part by their type; the first is `rId1`. */
function relations(targets: Readonly<Record<string, string>>): string {
  const entries = Object.entries(targets).map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}
