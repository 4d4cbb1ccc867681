/** The colours of the report on a terminal. */

/** The style of text; without colour, texts stay unchanged. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  dim(text: string): string;
  strong(text: string): string;
}

export function styleFor(colour: boolean): Style {
  const sgr = (code: number) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: sgr(32), bad: sgr(31), warn: sgr(33), dim: sgr(2), strong: sgr(1) };
}
