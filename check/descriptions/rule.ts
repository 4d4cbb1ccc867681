/** The shape of a rule of descriptions, and how it shows where it is broken. */
import type { PublishedTool } from "../surface/published-interface.ts";
import type { Level } from "../verdict/verdict.ts";
import { type Argument, nameArgument } from "./arguments.ts";
import { drawBeginning, drawFrame, type Span, showName } from "./frame.ts";
import type { RuleSource } from "./sources.ts";

/** A rule about what models read of tools. */
export interface DescriptionRule {
  /** In kebab-case; `--rules` turns it off by this name. */
  readonly code: string;
  /** The rule, as a sentence. */
  readonly sentence: string;
  /** The problem where the rule is broken, as a sentence: the text of the finding. */
  readonly says: string;
  /** How a breach counts; none fails a check. */
  readonly level: Exclude<Level, "fail">;
  /** The harm to a model or its user where the rule is broken. */
  readonly why: string;
  /** What to do, as a sentence. */
  readonly advice: string;
  /** The study or guide that says so. */
  readonly source: RuleSource;
  /** Tools that break the rule. */
  readonly bad: readonly PublishedTool[];
  /** The same tools, written so that they keep it. */
  readonly good: readonly PublishedTool[];
  /** Returns the breaches, in the order of the tools. */
  readonly find: (tools: readonly PublishedTool[]) => readonly Breach[];
}

/** A place where a rule is broken. */
export interface Breach {
  /** The tool, or the tool and its argument: `delete_note`, `delete_note force`. */
  readonly place: string;
  /** The code frame. */
  readonly shown: readonly string[];
}

/** Shows the description of a tool, and marks a part of it. */
export function showDescription({ name, description = "" }: PublishedTool, span?: Span): Breach {
  const place = showName(name);
  return { place, shown: span ? drawFrame(place, description, span) : drawBeginning(place, description) };
}

/** Shows JSON about a tool that is not its description: annotations, or a part that is missing. */
export function showBeside({ name }: PublishedTool, text: string): Breach {
  const place = showName(name);
  return { place, shown: drawBeginning(place, text) };
}

/** Shows an argument as its schema says it. */
export function showArgument(tool: PublishedTool, argument: Argument): Breach {
  const place = nameArgument(tool, argument);
  return { place, shown: drawBeginning(place, shortenSchema(argument)) };
}

/** `type` and `description` of an argument: the rest may be large. */
function shortenSchema({ schema: { type }, description }: Argument): string {
  return JSON.stringify({ type, ...(description !== "" && { description: description.slice(0, 200) }) });
}
