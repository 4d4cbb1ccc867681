/** The styles of the cells of a spreadsheet. */

/** The style of a cell: its place in `cellXfs` below. */
export const style = { plain: 0, head: 1, date: 2, datetime: 3, wrapped: 4 } as const;

const top = (wrap: boolean) => `<alignment vertical="top"${wrap ? ' wrapText="1"' : ""}/>`;

/** Makes a cell format. @param numFmt id of a number format; 0: none */
const format = (numFmt: number, font: number, wrap: boolean) =>
  `<xf numFmtId="${numFmt}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1">${top(wrap)}</xf>`;

/** The part `xl/styles.xml`. Programs demand the two fills and the border. */
export const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5">${format(0, 0, false)}${format(0, 1, true)}${format(164, 0, false)}${format(165, 0, false)}${format(0, 0, true)}</cellXfs>
</styleSheet>`;
