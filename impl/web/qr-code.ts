/** QR codes (ISO/IEC 18004), black on white with the quiet zone that scanners need, in every colour scheme. */
import { crc32, deflateSync } from "node:zlib";
import { encode } from "uqr";
import { type Html, html } from "../platform/html.ts";

/** The maximum number of characters. Cameras have trouble with the codes of longer addresses. */
export const MAX_QR_LENGTH = 600;
/** The number of white modules on each side. */
const QUIET_ZONE = 4;
/** The width of a module in a PNG, in bytes of 8 pixels each. */
const BYTES_PER_MODULE = 3;
const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Encodes a text as rows of modules; true is black. A code stays readable if 15 % of it are damaged. */
function modules(text: string): readonly (readonly boolean[])[] {
  return encode(text, { ecc: "M", border: QUIET_ZONE }).data;
}

/** Draws a code as SVG. @param label the text for screen readers */
export function qrSvg(text: string, label: string): Html {
  const rows = modules(text).map((row) => row.map(Number).join(""));
  const bars = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: bar, index }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`),
  );
  const side = rows.length;
  return html`
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="qr"
      role="img"
      aria-label="${label}"
      width="${side * 8}"
      height="${side * 8}"
      viewBox="0 0 ${side} ${side}"
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d="M0 0h${side}v${side}H0z"/>
      <path fill="#000" d="${bars.join("")}"/>
    </svg>
  `;
}

/** Encodes a code as PNG with one bit for each pixel (PNG, third edition). */
export function qrPng(text: string): Buffer<ArrayBuffer> {
  const rows = modules(text);
  const scale = BYTES_PER_MODULE * 8;
  const lines = rows.map((row) => {
    const pixels = row.flatMap((isBlack) => new Array<number>(BYTES_PER_MODULE).fill(isBlack ? 0 : 255));
    const line = Buffer.from([0, ...pixels]);
    return Buffer.alloc(line.length * scale, line);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows.length * scale, 0);
  header.writeUInt32BE(rows.length * scale, 4);
  header.writeUInt8(1, 8);
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.concat(lines))),
    pngChunk("IEND"),
  ];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
