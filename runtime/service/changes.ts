/** What a service reports to clients that listen. */
import type { Caller } from "./caller.ts";

/** A list of the server, or the content of a resource, has changed. */
export interface Change {
  readonly list?: "tools" | "resources" | "prompts";
  readonly uri?: string;
  /** Whether a caller may know; by default all may that could list or read it. */
  readonly isFor?: ((caller: Caller) => boolean) | undefined;
}

/** Made by `createChanges`, and passed to each server of the service and to the code that changes something. */
export interface Changes {
  /** What `tools/list`, `resources/list` or `prompts/list` answers has changed. */
  listChanged(list: "tools" | "resources" | "prompts", isFor?: Change["isFor"]): void;
  /** `isFor` says whose resource it is: without it, everybody hears of it who has its scopes and listens to its URI. */
  resourceUpdated(uri: string, isFor?: Change["isFor"]): void;
  /** For the servers of this runtime. */
  readonly listeners: Set<(change: Change) => void>;
}

export function createChanges(): Changes {
  const listeners: Changes["listeners"] = new Set();
  const report = (change: Change) => listeners.forEach((listener) => void listener(change));
  return {
    listChanged: (list, isFor) => report({ list, isFor }),
    resourceUpdated: (uri, isFor) => report({ uri, isFor }),
    listeners,
  };
}
