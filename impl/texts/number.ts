// The browser runs this very file.

/** How many digits stand after the decimal point. */
export type Digits = readonly [least: number, most: number];

const ALL: Digits = [0, 20];

export function numberFormat(locale: string, [least, most]: Digits = ALL): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
}

/** Formats a number for a language. Rounding errors of doubles are not shown: 0.1 + 0.2 is 0.3. */
export function writeNumber(value: number, format: Intl.NumberFormat): string {
  return format.format(Number(value.toPrecision(15)));
}
