import type { SchemaObject } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { Listing } from "./listing.ts";

/** The keys of `serverInfo` that the spec language has, each with a check of its value. */
const serverInfoChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isFilled,
  version: isFilled,
  title: isFilled,
  description: isFilled,
  websiteUrl: isFilled,
  icons: (value) => Array.isArray(value) && value.every(isSchemaObject),
};

/** The key `server` of the spec, and a note for each key of `serverInfo` that the spec cannot express. */
export interface Identity {
  readonly server: Listing["server"];
  readonly notes: readonly string[];
}

/** @param serverInfo the unchecked value from `initialize` @param name used if the server does not send one */
export function identityOf(serverInfo: unknown, name: string): Identity {
  const info: SchemaObject = isSchemaObject(serverInfo) ? serverInfo : {};
  const accepted = Object.entries(serverInfoChecks).filter(([key, fits]) => fits(info[key]));
  return {
    server: { name, version: "0.0.0", ...Object.fromEntries(accepted.map(([key]) => [key, info[key]])) },
    notes: Object.keys(info)
      .filter((key) => !accepted.some(([other]) => other === key))
      .map((key) => `serverInfo.${key} is left out: the spec language cannot express it.`),
  };
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
