/** What the drive stores, and the ids of new things. */
import { createHash, randomBytes } from "node:crypto";
import type { Person } from "./accounts.ts";
import { breaks } from "./breaks.ts";

export type Access = "view" | "comment" | "edit";

interface Item {
  readonly id: string;
  readonly owner: Person;
  name: string;
  readonly created: number;
  /** When it came into the bin. */
  binned?: number | undefined;
}

export interface Folder extends Item {
  /** The folder that it is in; undefined: at the top. */
  parent: string | undefined;
}

export interface Version {
  readonly version: number;
  readonly text: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly note?: string | undefined;
  readonly author: Person;
  readonly uploaded: number;
}

export interface Lock {
  readonly holder: Person;
  readonly since: number;
  readonly ends: number;
}

export interface DriveFile extends Item {
  /** The folder that it is in; undefined: that folder is deleted for ever. */
  folder: string | undefined;
  readonly mediaType: string;
  /** The newest first. */
  versions: readonly [Version, ...Version[]];
  revision: number;
  changed: number;
  lock?: Lock | undefined;
  /** Folders that it was moved out of; only a mistake looks at them. */
  leftFolders?: readonly string[];
}

export interface Share {
  readonly id: string;
  readonly item: string;
  readonly owner: Person;
  readonly user: Person;
  access: Access;
  /** The last day. */
  until?: string | undefined;
  readonly created: number;
  ended?: number;
}

interface Comment {
  readonly author: Person;
  readonly text: string;
  readonly at: number;
}

export interface Thread {
  readonly id: string;
  readonly file: string;
  readonly quote?: string | undefined;
  readonly comments: Comment[];
  resolved?: { readonly at: number; readonly by: Person } | undefined;
}

export type Action =
  | "created"
  | "uploaded"
  | "changed"
  | "checked_out"
  | "checked_in"
  | "binned"
  | "restored"
  | "shared"
  | "unshared"
  | "commented";

export interface Activity {
  readonly id: number;
  readonly at: number;
  readonly actor: Person;
  readonly action: Action;
  readonly item: string;
  readonly name: string;
  readonly user?: Person | undefined;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

export const newId = (prefix: string): string =>
  `${prefix}_${[...randomBytes(14)].map((byte) => alphabet[byte % 32]).join("")}`;

export function sizeAndDigest(text: string): { bytes: number; sha256: string } {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bytes: breaks("bytes-are-characters") ? text.length : bytes.length, sha256 };
}
