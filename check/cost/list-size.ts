/** The size of a piece of the manifest: bytes of its JSON in UTF-8 without white space, and an estimate of its tokens. */
import { isSchemaObject } from "@toolwright/json-schema";
import { estimateTokens } from "./tokens.ts";

/** The size of a text. */
export interface Weight {
  /** Its length in UTF-8. */
  readonly bytes: number;
  /** Its number of tokens, counted or estimated. */
  readonly tokens: number;
}

/** What a part of a tool costs. */
export interface Part extends Weight {
  /** `description`, `input.structure`, `output.$defs.form_field`. */
  readonly name: string;
}

/** What a tool costs a model. */
export interface ToolStats extends Weight {
  /** Its name. */
  readonly name: string;
  /** The weight without the output schema, which many clients do not show to the model. */
  readonly input: Weight;
  /** The output schema. */
  readonly output: Weight;
  /** Heaviest first. */
  readonly parts: readonly Part[];
}

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** The size of each entry of a list such as `tools/list`, in its order. */
export function measure(entries: readonly object[], count: CountTokens = estimateTokens): ToolStats[] {
  const weigh = (value: unknown): Weight => {
    const text = JSON.stringify(value);
    return { bytes: Buffer.byteLength(text), tokens: count(text) };
  };
  return (entries as readonly Readonly<Record<string, unknown>>[]).map((entry) => {
    const { outputSchema, ...withoutOutput } = entry;
    const { name, inputSchema, ...rest } = withoutOutput;
    const pieces = [
      ...Object.entries(rest),
      ...schemaParts("input", inputSchema),
      ...schemaParts("output", outputSchema),
    ];
    const parts = pieces.map(([part, value]) => ({ name: part, ...weigh(value) }));
    const heaviestFirst = parts.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
    const whole = weigh(entry);
    const input = weigh(withoutOutput);
    // The output gets the rest, so that the two add up: the tokens of two pieces may differ from those of the whole.
    const output = { bytes: whole.bytes - input.bytes, tokens: whole.tokens - input.tokens };
    return { name: String(name), ...whole, input, output, parts: heaviestFirst };
  });
}

/** The sum over all tools. */
export function total(stats: readonly Weight[]): Weight {
  const sum = (key: keyof Weight) => stats.reduce((all, weight) => all + weight[key], 0);
  return { bytes: sum("bytes"), tokens: sum("tokens") };
}

/** The properties and definitions of a schema, by the names of their parts. The rest of a schema is small. */
function schemaParts(side: string, schema: unknown): [name: string, value: unknown][] {
  if (!isSchemaObject(schema)) return [];
  return ["properties", "$defs", "definitions"].flatMap((keyword) => {
    const { [keyword]: map } = schema;
    const prefix = keyword === "properties" ? side : `${side}.${keyword}`;
    const entries = Object.entries(isSchemaObject(map) ? map : {});
    return entries.map(([key, value]): [string, unknown] => [`${prefix}.${key}`, value]);
  });
}
