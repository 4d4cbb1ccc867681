/** The cases about what lists, results and arguments show. */
import type { Pointer } from "./call-rules.ts";
import type { Arguments, OfTool } from "./case.ts";
import type { Json } from "./edits.ts";

/** A property of a list that is shown page by page. */
export type PageCase = OfTool & { readonly kind: "pages" } & (
    | {
        readonly check:
          | "every-item-once"
          | "stable-order"
          | "total"
          | "limit"
          | "forged-cursor"
          | "cursor-of-another-list"
          /** Every item is on one page, also where own and shared ones are mixed. */
          | "shared-items";
      }
    | {
        /** `every-page`: items that do not fit lie behind every page. `cursor-with-filter`: a cursor is used with another value. */
        readonly check: "filter" | "every-page" | "cursor-with-filter";
        /** The name of a filter in the rule. */
        readonly filter: string;
      }
    | { readonly check: "two-filters"; readonly filters: readonly [string, string] }
    | {
        /** `order`: the items come in it. `cursor-with-order`: a cursor of another order is refused, or leads to the rest in this one. */
        readonly check: "order" | "cursor-with-order";
        /** An index of the orders of the rule. */
        readonly order: number;
      }
    | {
        /** An entity is found by its own text. */
        readonly check: "found";
        readonly filter: string;
      }
    | {
        readonly check: "equal-times";
        /** The places of times in an item. */
        readonly times: readonly string[];
      }
  );

/** A text that is a file: `contentMediaType` and `contentEncoding` of its schema. */
export interface MediaText {
  /** The place of the text in the result. */
  readonly at: Pointer;
  /** The media type of the decoded text; absent if the schema names none. */
  readonly mediaType?: string;
  /** In lower case. */
  readonly encoding?: string;
}

/** A property of results that their schema does not express. */
export type ResultCase = OfTool & {
  readonly kind: "results";
} /** The files of these bases. `rule`: an index of the rules of the tool. */ & (
    | { readonly check: "file"; readonly rule: number; readonly bases: readonly string[] }
    | {
        readonly check: "sums" | "repeats";
        /** An index of the rules of the tool. Every successful result of the run is checked, at least the result of this call. */
        readonly rule: number;
        readonly base?: string;
      }
    | {
        /** Sums over the items of another tool's list are right, also after a change of an item. */
        readonly check: "summary";
        /** Indexes of the sums of the tool. */
        readonly rules: readonly number[];
        readonly list: string;
        readonly base: string;
        /** The entity of the items; with `changes`, the one that the tool takes. */
        readonly entity?: string;
        readonly after?: "making" | "end" | "changes";
        /** The state to which an item is brought. */
        readonly machine?: string;
        readonly state?: string;
      }
    | {
        readonly check: "agree";
        readonly entity: string;
        /** Two tools that show the entity, and a place in what each of them shows: in its result, or in an item of its list. */
        readonly tools: readonly [string, string];
        readonly places: readonly [string, string];
      }
    | {
        /** Values that are suggested for ids fit what was typed, and are accepted. */
        readonly check: "completions";
        readonly entity: string;
        readonly completion: Completion;
      }
    | {
        /** Other tools show afterwards what the result of a call says of the entity whose id is at `idAt`. */
        readonly check: "names";
        readonly entity: string;
        readonly idAt: string;
        readonly bases: readonly string[];
        /** A place in the result, and the place at which a tool shows the same: in its result, or in an item of its list. */
        readonly pairs: readonly { readonly place: string; readonly tool: string; readonly shown: string }[];
      }
    | {
        /** Ids at these places name entities that their observers show. */
        readonly check: "ids";
        readonly entity: string;
        /** The place of the id of the entity that the call makes; absent if the tool takes or shows the entity. */
        readonly idAt?: string;
        readonly bases: readonly string[];
        /** In the result, or in the list item of the entity. */
        readonly places: readonly { readonly entity: string; readonly at: string }[];
      }
    | {
        /** Addresses at these places on the origin of the target are those of pages, in a state of the entity. */
        readonly check: "addresses";
        readonly entity?: string;
        readonly idAt?: string;
        /** Empty if every call costs something: results of calls that other cases make are looked at. */
        readonly bases: readonly string[];
        /** In the result, or in the list item of the entity. */
        readonly places: readonly string[];
      }
    | {
        /** Files that results show in a text or by an address on the origin of the target are of their media type. */
        readonly check: "media";
        /** It is called if no other case has called the tool. */
        readonly base?: string;
        /** The places of addresses. Their answers say which media type they have. */
        readonly addresses: readonly Pointer[];
        readonly texts: readonly MediaText[];
      }
    | {
        /** A number at `argument` is shown with its digits. Places that show it are found with `controls`, numbers of few digits. */
        readonly check: "digits";
        readonly entity: string;
        readonly base: string;
        /** A pointer to the number. */
        readonly argument: string;
        readonly controls: readonly Json[];
        readonly values: readonly Json[];
      }
    | {
        readonly check: "file-agrees";
        /** An index of the rules about files. */
        readonly rule: number;
        readonly base: string;
        /** The tool whose pages have the items that the file has as rows. */
        readonly list: string;
        /** The names of filters of the list that are arguments of the tool, too: they leave the same items out of both. */
        readonly filters?: readonly string[];
      }
    | {
        readonly check: "invariants";
        /** An index of the rules of the tool. Every successful result of the run is checked, and those of these calls if there is no other. */
        readonly rule: number;
        readonly bases: readonly string[];
        /** Things are made with these arguments exchanged, and changed so or in one alone, so that a server that does not compare them breaks the condition. */
        readonly ordered?: readonly OrderedArguments[];
      }
    | {
        /** The list of the tool has what meets its conditions (`lists`), and nothing else. Things are made with these values of arguments. */
        readonly check: "listed";
        readonly base: string;
        /** An argument of the call that makes a thing, and the place of an item that shows it. */
        readonly shown: readonly { readonly argument: string; readonly place: string }[];
      }
    | {
        /** Calls of the tool that change an entity move its revision, which this tool shows, in every result of the run. */
        readonly check: "moves";
        readonly shownBy: string;
      }
    | (Arguments & {
        readonly check: "example";
        /** Values that the result must have; ids and times may differ. */
        readonly expected: readonly { readonly path: string; readonly value: Json }[];
      })
  );

/** A parameter for which `completion/complete` suggests ids. */
export interface Completion {
  /** The resource template or the prompt, as the request names it. */
  readonly ref: { readonly [name: string]: Json };
  /** The parameter that is completed. */
  readonly parameter: string;
  /** The request that takes the parameter alone; absent if it needs others. */
  readonly taken?: "resource" | "prompt";
}

/** An optional argument has an effect: of two calls that differ only in it, one shows something that the other does not. */
export type ArgumentCase = OfTool & {
  readonly kind: "arguments";
  /** A pointer to the argument. */
  readonly argument: string;
  /** The page of the tool, to which hosts of MCP Apps give its arguments; absent if it has none. */
  readonly page?: string;
  readonly trials: readonly ArgumentTrial[];
};

/** Calls with the arguments of a base and each of these values, compared with the same call without the argument. */
export interface ArgumentTrial {
  /** The base whose arguments are sent. */
  readonly base: string;
  /** The values of the argument, the most telling first. */
  readonly values: readonly Json[];
  /** The value in place of none, if the tool needs one there. */
  readonly against?: Json;
}

/** Two arguments of a call that makes or changes an entity, which a condition puts in order. */
export interface OrderedArguments {
  /** The entity that the call makes or changes. */
  readonly entity: string;
  /** A pointer to the first argument. */
  readonly one: Pointer;
  /** A pointer to the second argument. */
  readonly other: Pointer;
  /** The tool that changes the entity whose id is at `id`, with its examples; it may take one of both alone. Left out: the tool that makes it. */
  readonly by?: { readonly tool: string; readonly id: Pointer; readonly bases: readonly string[] };
}
