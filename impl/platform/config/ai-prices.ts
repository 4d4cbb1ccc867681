/** Reads AI_PRICES: `MODEL=INPUT/OUTPUT` (of a million tokens) or `MODEL=PRICE/image`, with commas between. */

/** Prices in the operator's currency: for a million tokens, or for a picture. */
export type ModelPrice = { readonly input: number; readonly output: number } | { readonly image: number };

export function readPrices(
  text: string | undefined,
): { readonly table: ReadonlyMap<string, ModelPrice> } | { readonly wrong: string } {
  const table = new Map<string, ModelPrice>();
  for (const entry of text?.split(",").map((part) => part.trim()) ?? []) {
    if (entry === "") continue;
    const [, model, input, output] = /^(.+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?|image)$/.exec(entry) ?? [];
    if (model === undefined)
      return {
        wrong: `has ${JSON.stringify(entry)}, which is not MODEL=INPUT/OUTPUT (of a million tokens) or MODEL=PRICE/image`,
      };
    table.set(
      model,
      output === "image" ? { image: Number(input) } : { input: Number(input), output: Number(output) },
    );
  }
  return { table };
}
