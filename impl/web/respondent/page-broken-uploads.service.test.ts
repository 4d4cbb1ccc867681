/** Uploads that the client aborts leave no file and no open handle. */
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { receiveFile } from "../../forms/uploads/upload.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { visit } from "../../test/support/visitor.ts";

const letter: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: [{ id: "file", type: "file_upload", label: { en: "File" } }] }],
};

async function storedFiles({ files }: { files: Awaited<ReturnType<typeof openFileStore>> }) {
  let count = 0;
  for await (const _ of files.list()) count++;
  return count;
}

/** Returns a multipart body with files, without its end. */
function unfinished(ticket: string, files: number): string {
  const part = (head: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}`;
  const uploads = Array.from({ length: files }, (_, n) =>
    part(`name="a.file"; filename="${n}.pdf"`, `%PDF-1.7 ${"x".repeat(100_000)}`),
  );
  return [part('name="ticket"', ticket), ...uploads].join("\r\n");
}

test.each([
  ["ends its side", 1, (socket: Socket) => socket.end()],
  ["closes the connection", 1, (socket: Socket) => socket.destroy()],
  ["resets the connection", 1, (socket: Socket) => socket.resetAndDestroy()],
  ["ends its side in the third file", 3, (socket: Socket) => socket.end()],
])("an upload leaves nothing behind when the client %s", async (_, files, breakOff) => {
  const forms = await publicForms();
  const url = new URL(await forms.publish(letter));
  const [, ticket = ""] = /name="ticket" value="([^"]*)"/.exec((await visit(url.href)).html) ?? [];
  const socket = connect(Number(url.port), url.hostname).on("error", () => {});
  socket.write(
    `POST ${url.pathname}/files HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n${unfinished(ticket, files)}`,
  );
  await expect.poll(() => storedFiles(forms)).toBeGreaterThan(0);
  breakOff(socket);
  // The files before the last one are complete: they belong to the fill, whose cleanup removes them.
  const kept = async () => (await forms.storage.db.selectFrom("files").selectAll().execute()).length;
  await expect.poll(async () => (await storedFiles(forms)) - (await kept())).toBe(0);
  expect(await kept()).toBeLessThan(files);
  expect(forms.logged.filter(({ event }) => event === "page_failed")).toEqual([]);
});

test("refuses a file at once whose connection broke while it waited", async () => {
  const store = await openFileStore(dataDir());
  const content = new PassThrough();
  content.on("error", () => {}).destroy(new Error("The upload broke off"));
  await new Promise(setImmediate);
  const upload = { name: "late.pdf", content, isWhole: () => true };
  const received = receiveFile(store, { id: "file", type: "file_upload", label: { en: "File" } }, upload);
  await expect(received).rejects.toThrow();
  expect(await storedFiles({ files: store })).toBe(0);
});
