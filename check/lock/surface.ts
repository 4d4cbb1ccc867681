/** The surface of a server as data: what a lock file keeps, and what is compared. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import type { Listing } from "../surface/listing.ts";
import { readOffers } from "../surface/listing.ts";
import type { Published, PublishedTool } from "../surface/published.ts";

/** What a server shows to its clients. Lists are in the order of the server. */
export interface Surface {
  readonly server: { readonly name: string; readonly version: string };
  readonly protocolVersions: readonly string[];
  /** Left out where the server has none. */
  readonly instructions?: string;
  readonly tools: readonly PublishedTool[];
  readonly resources: readonly SchemaObject[];
  readonly resourceTemplates: readonly SchemaObject[];
  readonly prompts: readonly SchemaObject[];
}

export function toSurface({ server, instructions, tools, offers = {} }: Listing): Surface {
  const { protocolVersions } = server;
  const list = (entries: readonly unknown[] = []) => entries.filter(isSchemaObject);
  return {
    server: { name: String(server.name), version: String(server.version) },
    protocolVersions: Array.isArray(protocolVersions) ? protocolVersions.map(String) : [],
    ...(instructions !== undefined && { instructions }),
    tools,
    resources: list(offers.resources),
    resourceTemplates: list(offers.resourceTemplates),
    prompts: list(offers.prompts),
  };
}

/** The surface as one of the two sides of a comparison. */
export function toPublished({ server, tools, resources, resourceTemplates, prompts }: Surface): Published {
  return { server, tools, listed: readOffers({ resources, resourceTemplates, prompts }) };
}
