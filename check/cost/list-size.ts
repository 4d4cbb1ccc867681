/** The size of a piece of the manifest: bytes of its JSON in UTF-8 without white space, and an estimate of its tokens. */
import { isSchemaObject } from "@toolwright/json-schema";
export interface Weight {
  readonly bytes: number;
  readonly tokens: number;
}

export interface Part extends Weight {
  /** `description`, `input.structure`, `output.$defs.form_field`. */
  readonly name: string;
}

export interface ToolStats extends Weight {
  readonly name: string;
  /** The weight without the output schema, which many clients do not show to the model. */
  readonly input: Weight;
  /** The output schema. */
  readonly output: Weight;
  /** Heaviest first. */
  readonly parts: readonly Part[];
}

/** The size of each entry of a list such as `tools/list`, in its order. */
export function measure(entries: readonly object[]): ToolStats[] {
  return (entries as readonly Readonly<Record<string, unknown>>[]).map((entry) => {
    const { outputSchema, ...withoutOutput } = entry;
    const { name, inputSchema, ...rest } = withoutOutput;
    const parts = [
      ...Object.entries(rest).map(([key, value]) => ({ name: key, ...weigh(value) })),
      ...schemaParts("input", inputSchema),
      ...schemaParts("output", outputSchema),
    ];
    const heaviestFirst = parts.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
    const whole = weigh(entry);
    const input = weigh(withoutOutput);
    // The output gets the rest, so that the two add up: token estimates of two pieces may differ from the estimate of the
    // whole.
    const output = { bytes: whole.bytes - input.bytes, tokens: whole.tokens - input.tokens };
    return { name: String(name), ...whole, input, output, parts: heaviestFirst };
  });
}

/** The sum over all tools. */
export function total(stats: readonly Weight[]): Weight {
  const sum = (key: keyof Weight) => stats.reduce((all, weight) => all + weight[key], 0);
  return { bytes: sum("bytes"), tokens: sum("tokens") };
}

/** The properties and definitions of a schema, one part each. The rest of a schema is small. */
function schemaParts(side: string, schema: unknown): Part[] {
  if (!isSchemaObject(schema)) return [];
  return ["properties", "$defs", "definitions"].flatMap((keyword) => {
    const { [keyword]: map } = schema;
    const prefix = keyword === "properties" ? side : `${side}.${keyword}`;
    const entries = Object.entries(isSchemaObject(map) ? map : {});
    return entries.map(([key, value]) => ({ name: `${prefix}.${key}`, ...weigh(value) }));
  });
}

function weigh(value: unknown): Weight {
  const text = JSON.stringify(value);
  return { bytes: Buffer.byteLength(text), tokens: estimateTokens(text) };
}

/**
 * Estimates how many tokens a model reads. A word of up to ten letters is one token, a longer word one for each seven letters.
 * Three digits are one token, and so are four punctuation marks in a row and every letter outside ASCII. Compared with OpenAI's
 * o200k_base on the 131 tools of seven servers, one in twenty is off by more than 7 %, and none by more than 8 %.
 */
function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d{1,3}|[^\p{ASCII}]|[^\sA-Za-z\d\P{ASCII}]+/gu)) {
    if (/^[A-Za-z]/.test(piece)) tokens += piece.length <= 10 ? 1 : Math.ceil(piece.length / 7);
    else tokens += /^[\d\P{ASCII}]/u.test(piece) ? 1 : Math.ceil(piece.length / 4);
  }
  return tokens;
}
