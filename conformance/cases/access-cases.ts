/** The cases about access: who sees an entity, and who does not. */
import type { Arguments, OfTool } from "./case.ts";
import type { Json } from "./edits.ts";
import type { Completion } from "./result-cases.ts";

/** Access to an entity: an account without it gets no data, by an argument with its id or in a list; one with it sees what the owner sees. */
export type AccessCase = OfTool & { readonly kind: "access"; readonly entity: string } & (
    | (Arguments & {
        readonly check: "other-account" | "unknown-id";
        /** A pointer to the argument with the id. */
        readonly argument: string;
        /** For `unknown-id`: a valid id of no entity. */
        readonly unknown?: Json;
      })
    | (Arguments & {
        readonly check: "list";
        /** The pattern of the ids in the result. */
        readonly path: string;
      })
    /** No instance of the account is suggested to another one. */
    | { readonly check: "completions"; readonly completion: Completion }
    /** An account that was given access sees the entity as its owner does. */
    | { readonly check: "shared" }
    /**
     * An account that was given access to the entity by an entity `share` is refused when that is in the state, or is ended. The call is
     * about the entity, or about a `subject` that is made in it.
     */
    | (Arguments & {
        readonly check: "unshared";
        readonly subject: string;
        readonly share: string;
        readonly machine?: string;
        readonly state?: string;
      })
  );
