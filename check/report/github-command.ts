/** Workflow commands of GitHub Actions, which become annotations of a pull request. */

export interface Annotated {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly col?: number | undefined;
  readonly endColumn?: number | undefined;
  readonly title: string;
}

/** One command; it ends with a newline. */
export function githubCommand(level: string, properties: Annotated, text: string): string {
  const { file, line, col, endColumn, title } = properties;
  const pairs = Object.entries({ file, line, col, endColumn, title }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${level} ${pairs.join(",")}::${escapeText(text)}\n`;
}

function escapeText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
