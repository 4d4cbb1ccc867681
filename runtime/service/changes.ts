/** The changes that a service reports to listening clients. */
import type { Caller } from "./caller.ts";

/** A change in a list of the server, or in the content of a resource. */
export interface Change {
  /** The list that changed; left out if a resource did. */
  readonly list?: "tools" | "resources" | "prompts";
  /** The URI of the resource that changed; left out if a list did. */
  readonly uri?: string;
  /** Whether a caller may be notified; by default every caller that can list or read it. */
  readonly isFor?: ((caller: Caller) => boolean) | undefined;
}

/** Made by `createChanges`, and passed to each server of the service and to the code that changes something. */
export interface Changes {
  /** Reports that the answer to `tools/list`, `resources/list` or `prompts/list` has changed. */
  listChanged(list: "tools" | "resources" | "prompts", isFor?: Change["isFor"]): void;
  /** Reports that a resource has changed. Without `isFor`, every caller that has its scopes and listens to its URI is notified. */
  resourceUpdated(uri: string, isFor?: Change["isFor"]): void;
  /** The listeners of the servers of this runtime. */
  readonly listeners: Set<(change: Change) => void>;
}

/** Makes the object through which code of a service reports changes. All servers of the process may share it. */
export function createChanges(): Changes {
  const listeners: Changes["listeners"] = new Set();
  const report = (change: Change) => listeners.forEach((listener) => void listener(change));
  return {
    listChanged: (list, isFor) => report({ list, isFor }),
    resourceUpdated: (uri, isFor) => report({ uri, isFor }),
    listeners,
  };
}
