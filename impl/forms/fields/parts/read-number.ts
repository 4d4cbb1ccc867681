/** Numbers as people type them, and as steps count them. */

/** Decimal notation with point or comma; NaN for anything else, undefined for an empty answer. */
export function readNumber(input: unknown): number | undefined {
  if (input === undefined || input === null) return undefined;
  if (typeof input === "number") return Number.isFinite(input) ? input + 0 : Number.NaN;
  if (typeof input !== "string") return Number.NaN;
  const text = input.trim().replace(",", ".").replace("−", "-");
  if (text === "") return undefined;
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;
  // Adding 0 turns -0 into 0.
  return Number.isFinite(number) ? number + 0 : Number.NaN;
}

/** 0.3 is a multiple of 0.1, though 0.3 / 0.1 is not whole in binary. */
export function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}
