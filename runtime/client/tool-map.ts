/** The types of a generated client. The generator writes a `ToolMap`; everything else follows from it. */
import type { Outcome } from "./outcome.ts";

/** One tool, as a generated client knows it. */
export interface ToolTypes {
  /** Name on the wire. */
  readonly name: string;
  /** What a caller sends: properties with a default may be left out. */
  readonly arguments: object;
  /** `structuredContent`; the content blocks of a tool without an output schema. */
  readonly output: unknown;
  /** Declared codes; `never` if there are none. */
  readonly failure: string;
  /** Of a tool that answers page by page: the property names that lead to the array of items. */
  readonly items?: readonly string[];
}

/** The tools of a server by method name. */
export type ToolMap<Tools> = { readonly [Method in keyof Tools]: ToolTypes };

/** A client for these tools: one method each, with the documentation of the map. */
export type ClientOf<Tools extends ToolMap<Tools>> = {
  readonly [Method in keyof Tools]: MethodOf<Tools[Method]>;
};

export type MethodOf<Tool extends ToolTypes> = Tool extends {
  readonly items: infer Path extends readonly string[];
}
  ? CallOf<Tool> & PagesOf<Tool, Path>
  : CallOf<Tool>;

/** One call. The arguments may be left out where all of them may. */
export type CallOf<Tool extends ToolTypes> = (
  ...parameters: ParametersOf<Tool>
) => Promise<Outcome<Tool["output"], Tool["failure"]>>;

type ParametersOf<Tool extends ToolTypes> = object extends Tool["arguments"]
  ? [input?: Tool["arguments"], options?: CallOptions]
  : [input: Tool["arguments"], options?: CallOptions];

/** The reading of a list to its end. It starts where the arguments say, and throws `RefusedCall` if a page is refused. */
export interface PagesOf<Tool extends ToolTypes, Path extends readonly string[]> {
  /** The results, page by page. */
  readonly pages: (...parameters: ParametersOf<Tool>) => AsyncGenerator<Tool["output"], void, undefined>;
  /** The items of all pages. */
  readonly items: (
    ...parameters: ParametersOf<Tool>
  ) => AsyncGenerator<ItemOf<Tool["output"], Path>, void, undefined>;
}

/** The type of the items of the array that `Path` leads to. */
export type ItemOf<Output, Path extends readonly string[]> = Path extends readonly [
  infer Name extends string,
  ...infer Rest extends string[],
]
  ? Output extends { readonly [Key in Name]?: infer Value }
    ? ItemOf<NonNullable<Value>, Rest>
    : never
  : Output extends readonly (infer Item)[]
    ? Item
    : never;

export interface CallOptions {
  /** Cancels the call: the server is notified, and the promise rejects. */
  readonly signal?: AbortSignal;
  /** Receives the progress that the server reports. Without it the server reports none. */
  readonly onProgress?: (progress: Progress) => void;
  /** Milliseconds after which the call is given up; 60,000. Progress starts the time again. */
  readonly timeoutMs?: number;
}

/** MCP 2025-11-25, "Progress". */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}
