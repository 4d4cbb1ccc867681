/** Amounts are texts with two decimals, such as "12.50". Sums are made of cents. */
export const centsOf = (amount: string): number => Number(amount.replace(".", ""));

export function amountOf(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
