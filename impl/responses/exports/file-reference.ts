/** How tables refer to uploaded files, as data: a thread that writes tables makes the references of it. */
import { cleanFileName } from "../../forms/uploads/name.ts";
import { signUrl, type UrlSigning } from "../../platform/signing/signed-urls.ts";
import type { FileReference } from "./cell.ts";

/**
 * Files by their name, size and type; by their path in an archive; or by links that work until a time.
 */
export type FileNames =
  | { readonly kind: "described" }
  | { readonly kind: "archived" }
  | { readonly kind: "linked"; readonly signing: UrlSigning; readonly expiresAt: Date };

export function fileReference(names: FileNames): FileReference {
  if (names.kind === "described") return describeFile;
  if (names.kind === "archived") return pathInArchive;
  const { signing, expiresAt } = names;
  return ({ id }) => signUrl(signing, `/files/${id}`, expiresAt);
}

const describeFile: FileReference = ({ name, size_bytes, content_type }) =>
  `${name} (${size_bytes} bytes, ${content_type})`;

/**
 * `files/<response>/<field>/<n>_<name>`: Contains only our ids and a cleaned name, so no path leads out of the
 * folder.
 */
export const pathInArchive: FileReference = ({ name }, { responseId, fieldId, number }) =>
  `files/${responseId}/${fieldId}/${number}_${cleanFileName(name)}`;
