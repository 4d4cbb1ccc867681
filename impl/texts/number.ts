// The browser runs this very file.

/**
 * A number as a language writes it. Of doubles, only what is certain is written: 0.1 + 0.2 is 0.3.
 * @param digits after the decimal point; undefined: as many as there are
 */
export function writeNumber(value: number, locale: string, digits?: number): string {
  const options =
    digits === undefined
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, options).format(Number(value.toPrecision(15)));
}
