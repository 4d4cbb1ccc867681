/** 0.3 is a multiple of 0.1, though 0.3 / 0.1 is not whole in binary. */
export function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}
