/** `@toolwright/check/surface`: reads the interface of a server, from where it runs or from a manifest. */

export {
  type Entry,
  ImportError,
  type Listing,
  type ListProblem,
  type OfferKey,
  type OfferLists,
  offerKeys,
  readOffers,
  readTools,
  type VersionListing,
} from "./listing.ts";
export { readManifest } from "./manifest-file.ts";
export type {
  AuthScheme,
  Declared,
  DeclaredAuth,
  DeclaredLimit,
  DeclaredStates,
  DeclaredTool,
  Described,
  Published,
  PublishedTool,
  UnreadableTool,
} from "./published-interface.ts";
export { readListed } from "./resource-lists.ts";
