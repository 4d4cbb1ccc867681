// The browser runs this very file.

/** @param digits after the decimal point; undefined: as many as there are */
export function numberFormat(locale: string, digits?: number): Intl.NumberFormat {
  const options =
    digits === undefined
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, options);
}

/** A number as a language writes it. Of doubles, only what is certain is written: 0.1 + 0.2 is 0.3. */
export function writeNumber(value: number, format: Intl.NumberFormat): string {
  return format.format(Number(value.toPrecision(15)));
}
