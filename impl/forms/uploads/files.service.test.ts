import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import type { FileExtension } from "../../../generated/types.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { label } from "../../test/support/respondents.ts";
import type { FileField } from "../answers/answer.ts";
import { kinds } from "./kinds.ts";
import { cleanFileName } from "./name.ts";
import { receiveFile } from "./upload.ts";
import { zipEntryNames } from "./zip.ts";

const anything: FileField = { id: "f", type: "file_upload", label };

async function upload(name: string, content: Buffer, field: FileField = anything, isWhole = true) {
  const files = await openFileStore(dataDir());
  const chunks = content.length === 0 ? [] : [content.subarray(0, 3), content.subarray(3)];
  const received = await receiveFile(files, field, {
    name,
    content: Readable.from(chunks.filter(({ length }) => length > 0)),
    isWhole: () => isWhole,
  });
  const keys = [];
  for await (const { key } of files.list()) keys.push(key);
  if ("problem" in received) {
    expect(keys).toEqual([]);
    return received.problem;
  }
  const { key, ...stored } = received.stored;
  expect(keys).toEqual([key]);
  return stored;
}

/** Makes a ZIP of stored, empty entries, with the minimum that a reader of its list needs. */
function zip(names: string[], content = ""): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  for (const name of names) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    local.push(header, Buffer.from(name + content));
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    central.push(entry, Buffer.from(name));
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(list.length, 12);
  return Buffer.concat([...local, list, end]);
}

const bytes = (text: string) => Buffer.from(text, "latin1");
const odt = "application/vnd.oasis.opendocument.text";

const proven: [extension: FileExtension, content: Buffer][] = [
  ["pdf", bytes("%PDF-1.7\n")],
  ["doc", bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")],
  ["xls", bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")],
  ["ppt", bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")],
  ["docx", zip(["[Content_Types].xml", "word/document.xml"])],
  ["xlsx", zip(["xl/workbook.xml"])],
  ["pptx", zip(["ppt/presentation.xml"])],
  ["odt", zip(["mimetype", "content.xml"], odt)],
  ["ods", zip(["mimetype"], "application/vnd.oasis.opendocument.spreadsheet")],
  ["odp", zip(["mimetype"], "application/vnd.oasis.opendocument.presentation")],
  ["rtf", bytes("{\\rtf1 }")],
  ["txt", bytes("h\xe9llo\n")],
  ["txt", bytes("\xff\xfeh\0i\0")],
  ["csv", bytes("a,b\r\n")],
  ["zip", zip(["a.txt"])],
  ["zip", zip([])],
  ["png", bytes("\x89PNG\r\n\x1a\n....")],
  ["jpg", bytes("\xff\xd8\xff\xe0")],
  ["jpeg", bytes("\xff\xd8\xff\xe1")],
  ["gif", bytes("GIF89a")],
  ["webp", bytes("RIFF\x0a\0\0\0WEBPVP8 ")],
  ["heic", bytes("\0\0\0\x18ftypheic")],
  ["mp3", bytes("ID3\x04")],
  ["mp3", bytes("\xff\xfb\x90")],
  ["m4a", bytes("\0\0\0\x18ftypM4A ")],
  ["wav", bytes("RIFF\n\0\0\0WAVEfmt ")],
  ["mp4", bytes("\0\0\0\x18ftypisom")],
  ["mov", bytes("\0\0\0\x14ftypqt  ")],
  ["webm", bytes("\x1a\x45\xdf\xa3\x42\x82\x84webm")],
];

test.each(proven)("the content of a file .%s is recognised", async (extension, content) => {
  expect(await upload(`My file.${extension.toUpperCase()}`, content)).toEqual({
    name: `My file.${extension.toUpperCase()}`,
    size: content.length,
    contentType: kinds[extension].contentType,
  });
});

test("the tests cover every file type of the spec", () => {
  expect(Object.keys(kinds).toSorted()).toEqual(
    [...new Set(proven.map(([extension]) => extension))].toSorted(),
  );
});

const script = bytes("<html><script>alert(1)</script>");
const everyBinaryKind = proven.filter(([extension]) => extension !== "txt" && extension !== "csv");

test.each(everyBinaryKind)("rejects a page with a script as .%s", async (extension) => {
  expect(await upload(`x.${extension}`, script)).toEqual({ code: "file_content" });
});

const refused: [name: string, file: string, content: Buffer, field: Partial<FileField>, want: object][] = [
  ["no extension", "Makefile", bytes("all:"), {}, { code: "file_type" }],
  ["SVG", "x.svg", bytes("<svg/>"), {}, { code: "file_type" }],
  ["HTML", "x.html", script, {}, { code: "file_type" }],
  ["a program", "x.exe", bytes("MZ"), {}, { code: "file_type" }],
  ["two extensions", "x.pdf.exe", bytes("%PDF-1"), {}, { code: "file_type" }],
  ["a NUL byte before the extension", "x.exe\0.pdf", bytes("MZ"), {}, { code: "file_content" }],
  ["a name that every object has", "x.constructor", bytes("x"), {}, { code: "file_type" }],
  [
    "a kind that the field does not take",
    "x.txt",
    bytes("x"),
    { validation: { accept: ["pdf"] } },
    { code: "file_type", extensions: ["pdf"] },
  ],
  ["a program called a text", "x.txt", bytes("MZ\0\0"), {}, { code: "file_content" }],
  ["a ZIP called a document", "x.docx", zip(["evil.exe"]), {}, { code: "file_content" }],
  ["another document", "x.xlsx", zip(["word/document.xml"]), {}, { code: "file_content" }],
  ["a ZIP without its list", "x.zip", bytes("PK\x03\x04"), {}, { code: "file_content" }],
  ["nothing", "x.pdf", bytes(""), {}, { code: "file_empty" }],
  [
    "more than the field takes",
    "x.txt",
    Buffer.alloc(1_000_001, "a"),
    { validation: { max_file_size_mb: 1 } },
    { code: "max_file_size", count: 1 },
  ],
];

test.each(refused)("refused: %s", async (_name, file, content, field, want) => {
  expect(await upload(file, content, { ...anything, ...field } as FileField)).toMatchObject(want);
});

test("accepts a file of exactly the maximum size, and rejects a truncated one", async () => {
  const field = { ...anything, validation: { max_file_size_mb: 1 } };
  expect(await upload("x.txt", Buffer.alloc(1_000_000, "a"), field)).toMatchObject({ size: 1_000_000 });
  expect(await upload("x.txt", bytes("a"), anything, false)).toEqual({ code: "max_file_size", count: 10 });
});

test("jpg and jpeg are the same", async () => {
  const field = { ...anything, validation: { accept: ["jpg"] } } as FileField;
  expect(await upload("x.jpeg", bytes("\xff\xd8\xff"), field)).toMatchObject({ contentType: "image/jpeg" });
});

test("stores a ZIP bomb and a nested archive without unpacking", async () => {
  const bomb = await packed([["zeros.bin", Buffer.alloc(20_000_000)]]);
  const nested = await packed([["inner.zip", bomb]]);
  const boasting = zip(["a"]);
  // 4 GB, says the list of entries.
  boasting.writeUInt32LE(0xfffffffe, boasting.lastIndexOf("PK\x01\x02") + 24);
  expect(bomb.length).toBeLessThan(100_000);
  for (const archive of [bomb, nested, boasting]) {
    const store = await openFileStore(dataDir());
    const content = Readable.from([archive]);
    const received = await receiveFile(store, anything, { name: "x.zip", content, isWhole: () => true });
    if (!("stored" in received)) throw new Error(received.problem.code);
    expect(received.stored.size).toBe(archive.length);
    expect((await buffer(await store.open(received.stored.key))).equals(archive)).toBe(true);
  }
});

test("a missing file only makes its reader fail", async () => {
  const store = await openFileStore(dataDir());
  await expect(buffer(await store.open("aa/aaaa"))).rejects.toThrow(/ENOENT/);
  const lost = await store.open("aa/aaaa");
  await new Promise((resolve) => lost.once("close", resolve));
});

test("a failed upload leaves nothing, and fails with the error of the stream", async () => {
  const store = await openFileStore(dataDir());
  const breaks = new Readable({ read() {} });
  breaks.push("half");
  const stored = store.put(breaks);
  setImmediate(() => breaks.destroy(new Error("the line broke")));
  await expect(stored).rejects.toThrow("the line broke");
  for await (const { key } of store.list()) expect.fail(`${key} is left`);
});

test("a full disk is not an error of the upload, which may be repeated", async () => {
  const store = await openFileStore(dataDir());
  const breaks = new Readable({ read() {} });
  const stored = store.put(breaks);
  setImmediate(() => breaks.destroy(Object.assign(new Error("no space left"), { code: "ENOSPC" })));
  await expect(stored).rejects.toMatchObject({ name: "Unavailable", cause: { code: "ENOSPC" } });
});

async function packed(entries: readonly [path: string, content: Buffer][]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, content] of entries) archive.addBuffer(content, path);
  archive.end();
  return buffer(archive.outputStream as Readable);
}

test("rejects a ZIP with a false list of entries", () => {
  const lying = zip(["a", "b"]);
  lying.writeUInt16LE(60_000, lying.length - 12);
  expect(zipEntryNames(lying)).toBeUndefined();
  const far = zip(["a"]);
  far.writeUInt32LE(0xffffffff, far.length - 10);
  expect(zipEntryNames(far)).toBeUndefined();
  expect(zipEntryNames(zip(["a", "b/c"]))).toEqual(["a", "b/c"]);
});

const names: [uploaded: string, want: string][] = [
  ["Résumé 2026.pdf", "Résumé 2026.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ada\\cv.pdf", "cv.pdf"],
  ["..", "file"],
  ["", "file"],
  [".htaccess", "htaccess"],
  ["a\r\nX-Evil: 1.pdf", "aX-Evil_ 1.pdf"],
  ['a"b<c>.pdf', "a_b_c_.pdf"],
  ["cv\u202efdp.exe", "cvfdp.exe"],
  ["CON.txt", "_CON.txt"],
  ["lpt1", "_lpt1"],
  ["a. . .", "a"],
  ["x\0y.pdf", "xy.pdf"],
  [`${"a".repeat(300)}.pdf`, `${"a".repeat(116)}.pdf`],
  ["\ud800.pdf", "\ufffd.pdf"],
];

test.each(names)("the name %j becomes %j", (uploaded, want) => {
  expect(cleanFileName(uploaded)).toBe(want);
});
