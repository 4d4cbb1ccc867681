/** The published criteria of directories, as `criteria.json` has them. */
import type { Level } from "../verdict/verdict.ts";
import table from "./criteria.json" with { type: "json" };

export const directoryNames = ["claude", "chatgpt", "registry"] as const;
export type DirectoryName = (typeof directoryNames)[number];

export interface Directory {
  /** Its name for people. */
  readonly title: string;
  readonly criteria: readonly Criterion[];
}

export interface Criterion {
  /** Stays the same, so that lists of accepted findings can name it: `claude-title`. */
  readonly id: string;
  /** The published sentence, word for word or shortened to what it demands. */
  readonly sentence: string;
  /** The address where it is published. */
  readonly source: string;
  /** The day on which a copy of that page was read. */
  readonly date: string;
  /** How a breach counts. Left out, with the next two: nothing on the surface of a server decides it. */
  readonly level?: Level;
  /** The problem where the criterion is broken, as a sentence. */
  readonly says?: string;
  readonly advice?: string;
}

const { card, ...named } = table;

export const directories: Readonly<Record<DirectoryName, Directory>> = named as Record<
  keyof typeof named & DirectoryName,
  Directory
>;

/** The criteria of server cards, which are read wherever a directory is asked for. */
export const cardDirectory: Directory = card as Directory;
