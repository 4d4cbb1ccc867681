/** Workflow commands of GitHub Actions, which become annotations of a pull request. */

export interface Annotated {
  /** The path of the file, from the root of the repository. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  /** The first column, from 1. */
  readonly col?: number | undefined;
  /** The column after the last one, from 1. */
  readonly endColumn?: number | undefined;
  /** The first line of the annotation. */
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
