const END_OF_CENTRAL_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_BYTES = 46;

/**
 * Returns the names of the entries of a ZIP, read from the list at its end (APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16)
 * without unpacking anything. Undefined if the file is not a ZIP, or its list is longer than the given bytes. @param tail the
 * last bytes of the file
 */
export function zipEntryNames(tail: Buffer): string[] | undefined {
  const end = findEnd(tail);
  if (end === undefined) return undefined;
  const count = tail.readUInt16LE(end + 10);
  const names: string[] = [];
  let at = end - tail.readUInt32LE(end + 12);
  while (names.length < count) {
    if (at < 0 || at + CENTRAL_HEADER_BYTES > end || tail.readUInt32LE(at) !== CENTRAL_HEADER)
      return undefined;
    const nameBytes = tail.readUInt16LE(at + 28);
    const name = at + CENTRAL_HEADER_BYTES;
    names.push(tail.toString("utf8", name, name + nameBytes));
    at = name + nameBytes + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return names;
}

/** Finds the end record. It is at the end of the file, before an optional comment of up to 65,535 bytes. */
function findEnd(tail: Buffer): number | undefined {
  const first = Math.max(0, tail.length - END_BYTES - 65_535);
  for (let at = tail.length - END_BYTES; at >= first; at -= 1) {
    const isEnd = tail.readUInt32LE(at) === END_OF_CENTRAL_DIRECTORY;
    if (isEnd && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return undefined;
}
