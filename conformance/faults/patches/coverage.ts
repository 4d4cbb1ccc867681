/** Reads which code of a copy was executed, from the files that `NODE_V8_COVERAGE` makes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

/** Whether the code at an offset of a source file was executed. */
export type WasCalled = (file: string, offset: number) => boolean;

/** @param folder with one file a process, as node made them; `root` is the copy */
export function readCoverage(folder: string, root: string): WasCalled {
  const scripts = readdirSync(folder).flatMap((name): Coverage["result"] => {
    const { result }: Coverage = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return result;
  });
  const byUrl = Map.groupBy(scripts, ({ url }) => url);
  return (file, offset) =>
    (byUrl.get(pathToFileURL(join(root, file)).href) ?? []).some(({ functions }) => {
      const around = functions
        .flatMap(({ ranges }) => ranges)
        .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
      const size = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
      const innermost = around.toSorted((a, b) => size(a) - size(b))[0];
      return innermost !== undefined && innermost.count > 0;
    });
}
