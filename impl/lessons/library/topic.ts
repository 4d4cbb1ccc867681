/** Reads the library of topics: one JSON file for each. `topic.schema.json` describes the files. */
import { readdirSync, readFileSync } from "node:fs";
import type { ServedLimit } from "../../platform/config/served-limits.ts";
import type { Diagram } from "../drawing/diagram.ts";

/** Texts for younger learners (up to about 11 years) and for older ones. */
export type Level = "younger" | "older";

export interface Topic {
  /** The name of its file. */
  readonly id: string;
  readonly subject: string;
  readonly title: string;
  /** How prompts name it. */
  readonly names: readonly string[];
  /** Names that count only if they stand alone, because they name much else. */
  readonly weak?: readonly string[];
  /** The subject in one sentence. */
  readonly about: string;
  /** Key terms and what they mean. */
  readonly terms: Readonly<Record<string, string>>;
  readonly sections: readonly TopicSection[];
  readonly tasks: readonly TopicTask[];
  readonly diagrams: readonly (Diagram & { readonly alt: string })[];
}

interface TopicSection extends Readonly<Record<Level, readonly string[]>> {
  readonly heading: string;
  /** The index of the diagram that belongs to it. */
  readonly diagram?: number;
}

export type TopicTask = {
  readonly question: string;
  readonly explanation: string;
  readonly level?: Level;
} & (
  | { readonly kind: "choice"; readonly right: readonly string[]; readonly wrong: readonly string[] }
  | {
      readonly kind: "number";
      readonly answer: number;
      readonly tolerance: number;
      readonly unit?: string;
    }
  /** The items in the right order. */
  | { readonly kind: "order"; readonly items: readonly string[] }
  | { readonly kind: "gap"; readonly accepted: readonly string[] }
  | { readonly kind: "open"; readonly points: readonly string[] }
);

/** The number of diagrams that `topic.schema.json` requires. */
export const topicDiagrams: ServedLimit = {
  name: "lesson_illustrations",
  most: 3,
  because: "each topic of the lesson library has 3 diagrams",
};

const folder = new URL("topics/", import.meta.url);
let topics: readonly Topic[] | undefined;

/** All topics, by title. They are read when they are first needed. */
export function allTopics(): readonly Topic[] {
  topics ??= readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const content = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Omit<Topic, "id">;
      return { id: file.slice(0, -".json".length), ...content };
    })
    .toSorted((one, other) => (one.title < other.title ? -1 : 1));
  return topics;
}
