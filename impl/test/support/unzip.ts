import { buffer } from "node:stream/consumers";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

/** The entries of a ZIP by path, in their order; read by other people's code than wrote it. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true };
    fromBuffer(bytes, options, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const entries = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on("error", reject);
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      zip.openReadStream(entry, (error, content) => {
        if (error) return reject(error);
        buffer(content).then((read) => {
          entries.set(entry.fileName, read);
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
}
