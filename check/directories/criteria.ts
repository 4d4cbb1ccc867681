/** The published criteria of directories, as `criteria.json` has them. */
import type { Level } from "../verdict/verdict.ts";
import table from "./criteria.json" with { type: "json" };

/** The directories whose criteria are known. */
export const directoryNames = ["claude", "chatgpt", "registry"] as const;
/** A directory by its name. */
export type DirectoryName = (typeof directoryNames)[number];

/** A directory of servers with what it publishes about them. */
export interface Directory {
  /** Its name for people. */
  readonly title: string;
  /** Its criteria, in the order of the report. */
  readonly criteria: readonly Criterion[];
}

/** A sentence that a directory publishes about servers that it lists. */
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
  /** What to do about a breach. */
  readonly advice?: string;
}

const { card, ...named } = table;

/** The criteria of each directory. */
export const directories: Readonly<Record<DirectoryName, Directory>> = named as Record<
  keyof typeof named & DirectoryName,
  Directory
>;

/** The criteria of server cards, which are read wherever a directory is asked for. */
export const cardDirectory: Directory = card as Directory;
