/** Describes as data how clients handle tools, resources and prompts. */

/**
 * The effects from worst to harmless. `refused`: the client drops the tool, or a valid call of it. `lost`: the model does not
 * see a part of the schema. `noted`: the tool works, but without a feature of the client.
 */
export const effects = ["refused", "lost", "noted"] as const;
/** What a client makes of a tool. */
export type Effect = (typeof effects)[number];

/** What a client makes of a part of an entry. */
export interface Finding {
  /** The tool's name, or the name that releases use for a resource or a prompt. */
  readonly tool: string;
  /** The name of the client. */
  readonly client: string;
  /** What the client makes of it. */
  readonly effect: Effect;
  /** A JSON Pointer into its entry of the list. */
  readonly place: string;
  /** The behaviour of the client, as a sentence. */
  readonly what: string;
  /** What to write in place of it, as a sentence. */
  readonly instead: string;
}

/** One column of the table. */
export interface Client {
  /** Its column in the table. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** Left out: checked by rules. Else the package that was run, with its version; null: it is not installed. */
  readonly ran?: { readonly package: string; readonly version: string | null };
  /** Whether it was tried with resources and prompts. */
  readonly lists?: boolean;
}

/** Everything that was found. */
export interface Portability {
  /** The names of the tools. */
  readonly tools: readonly string[];
  /** Resources, templates and prompts. */
  readonly offers: readonly string[];
  /** The clients, in the order of the columns. */
  readonly clients: readonly Client[];
  /** The findings, by tool and client. */
  readonly findings: readonly Finding[];
}

/** Returns the worst finding of a client for a tool; `taken` without findings, `unchecked` if the client was not tried with it. */
export function chooseCell(
  { findings, offers }: Portability,
  tool: string,
  { name, ran, lists }: Client,
): Effect | "taken" | "unchecked" {
  if (ran?.version === null || (!lists && offers.includes(tool))) return "unchecked";
  const own = findings.filter((each) => each.tool === tool && each.client === name);
  return effects.find((effect) => own.some((each) => each.effect === effect)) ?? "taken";
}

/** Whether every client that was checked takes everything. */
export function isPortable({ findings }: Portability): boolean {
  return findings.every(({ effect }) => effect === "noted");
}
