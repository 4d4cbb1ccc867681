/** The command `manifest`: prints the tools of a spec, a release or a running server. */
import { shareTypes } from "@toolwright/check/code-mode";
import { ReleaseError } from "@toolwright/check/release";
import { ImportError, type PublishedTool } from "@toolwright/check/surface";
import { serverOptions, sourceIn } from "@toolwright/conformance/server-options";
import { manifestOf, manifestText } from "../emit/manifest.ts";
import { writeWholeFile } from "../files/staging.ts";
import { type Command, flags, type Io, text, texts, UsageError, type Values } from "./command.ts";
import { ofRelease, sayUnreadable, serverAt } from "./published-source.ts";
import { compileSpec, specFolder, specOptions } from "./spec.ts";

export const command: Command = {
  options: { ...specOptions, ...serverOptions, ...texts("release", "out"), ...flags("typescript") },
  printsData: true,
  failures: { kinds: [ImportError, ReleaseError], exitCode: 1 },
  async run(values, _, io) {
    const out = values.out === undefined ? undefined : text(values, "out", "");
    const { tools, isWhole } = await readTools(values, io);
    if (tools === undefined) return 1;
    const printed = values.typescript
      ? shareTypes(tools as readonly PublishedTool[]).text
      : manifestText(tools);
    if (out === undefined) io.stdout.write(printed);
    else writeWholeFile(out, printed);
    return isWhole ? 0 : 1;
  },
};

interface ReadTools {
  /** Undefined if the spec has errors, which are on stderr. */
  readonly tools: readonly object[] | undefined;
  /** False if a tool of the server cannot be read, which is on stderr. */
  readonly isWhole: boolean;
}

/** The tools that the options name. */
async function readTools(values: Values, io: Io): Promise<ReadTools> {
  refuseOthers(values);
  const source = sourceIn(values, io.env);
  if (source !== undefined) {
    const server = await serverAt(source, values, io);
    return { tools: server.published.tools, isWhole: sayUnreadable(server, io) };
  }
  if (values.release !== undefined) {
    const release = ofRelease(text(values, "release", ""), specFolder(values));
    return { tools: release.published.tools, isWhole: true };
  }
  const model = await compileSpec(values, io);
  return { tools: model && manifestOf(model), isWhole: true };
}

/** Rejects options that would have no effect. */
function refuseOthers(values: Values): void {
  const [server] = ["url", "command"].filter((name) => values[name] !== undefined);
  const [other] = ["spec", "release"].filter((name) => values[name] !== undefined);
  if (server !== undefined && other !== undefined)
    throw new UsageError(`--${server} and --${other} do not go together.`);
}
