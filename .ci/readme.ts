/** The console examples of README pages, for the tests that run them. */
import { expect } from "vitest";

/** The text that a page shows after a command. @throws where the page does not have the command */
export function shownAfter(command: string, page: string, occurrence = 0): string {
  const blocks = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const examples = blocks.flatMap((block) => block.split(/^\$ /m).slice(1));
  const printed = examples.filter((example) => example.startsWith(`${command}\n`))[occurrence];
  if (printed === undefined) throw new Error(`The page has no example of: ${command}`);
  return printed.slice(command.length + 1).trim();
}

/**
 * Compares an example with the real output. In the example, `…` matches any text within a line, and a line with only `…`
 * matches any lines.
 */
export function expectPrinted(printed: string, example: string): void {
  const pattern = example
    .split(/^…$/m)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("…", ".*"))
    .join("[\\s\\S]*");
  expect(
    new RegExp(`^\\s*${pattern}\\s*$`).test(printed),
    `The page shows:\n${example}\n\nPrinted was:\n${printed}`,
  ).toBe(true);
}
