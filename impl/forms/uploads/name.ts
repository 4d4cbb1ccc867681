/** Names are used in pages, headers and ZIPs. Longer names are cut before their extension. */
const MAX_NAME_LENGTH = 120;

/** Windows will not store files under these names, whatever their extension. */
const DEVICE_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A name that is harmless as a file name everywhere: no folders, no control or direction characters, nothing that
 * Windows forbids, no leading dot. Empty names become `file`.
 */
export function cleanFileName(uploaded: string): string {
  const last = uploaded.normalize("NFC").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const usable = plain === "" ? "file" : plain;
  return shorten(DEVICE_NAMES.test(usable) ? `_${usable}` : usable);
}

function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_NAME_LENGTH) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? "";
  return (
    characters
      .slice(0, MAX_NAME_LENGTH - extension.length)
      .join("")
      .trimEnd() + extension
  );
}
