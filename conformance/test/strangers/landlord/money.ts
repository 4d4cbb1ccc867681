/** Amounts are decimal texts, such as "1250.00"; inside, the office counts cents. */
export const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

export const amountOf = (cents: number): string => (cents / 100).toFixed(2);
