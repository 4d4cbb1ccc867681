import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, type Listing, type OfferLists, readManifest } from "@toolwright/check/surface";

const folder = join(import.meta.dirname, "../../manifests");

/** The manifests of well-known servers; README.md beside them says where they come from. */
export const knownServers: readonly { readonly name: string; readonly file: string }[] = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => ({ name: name.replace(/\.json$/, ""), file: join(folder, name) }));

export function knownListing(file: string): Listing {
  return readManifest(readFileSync(file, "utf8"), file);
}

/** A listing of these tools, and of a server about which nothing is to be said. */
export function listingOf(...tools: readonly object[]): Listing {
  return {
    server: { name: "odd", version: "1.0.0" },
    endpoint: { transport: "streamable-http", path: "/mcp" },
    scheme: "none",
    notes: [],
    tools: tools as readonly Entry[],
    unreadable: [],
  };
}

/** An entry of `tools/list` with an input of these properties. */
export function tool(name: string, properties: object = {}, more: object = {}): Entry {
  return { name, inputSchema: { type: "object", properties }, ...more };
}

const offers = join(folder, "offers");

/** The resources and prompts that servers of npm list. */
export const knownOffers: readonly { readonly capturedFrom: string; readonly lists: OfferLists }[] =
  readdirSync(offers).map((file) => {
    const { capturedFrom, ...lists } = JSON.parse(readFileSync(join(offers, file), "utf8"));
    return { capturedFrom, lists };
  });
