import type { SchemaObject } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { Listing } from "./listing.ts";

/** The keys of `serverInfo` that the spec language has words for, and whether a value will do. */
const known: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isFilled,
  version: isFilled,
  title: isFilled,
  description: isFilled,
  websiteUrl: isFilled,
  icons: (value) => Array.isArray(value) && value.every(isSchemaObject),
};

/** Who the server is, in the words of the spec, and notes on the keys of `serverInfo` that those words leave out. */
export interface Identity {
  readonly server: Listing["server"];
  readonly leftOut: readonly string[];
}

/** `serverInfo` is what `initialize` said, of which nothing is known yet; `name` is for a server that says none. */
export function identityOf(serverInfo: unknown, name: string): Identity {
  const said: SchemaObject = isSchemaObject(serverInfo) ? serverInfo : {};
  const kept = Object.entries(known).filter(([key, fits]) => fits(said[key]));
  return {
    server: { name, version: "0.0.0", ...Object.fromEntries(kept.map(([key]) => [key, said[key]])) },
    leftOut: Object.keys(said)
      .filter((key) => !kept.some(([other]) => other === key))
      .map((key) => `serverInfo.${key} is left out: the spec language has no word for what it says.`),
  };
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
