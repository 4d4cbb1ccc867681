import { LockError } from "@toolwright/check/lock";
import { formatCount, oneLine } from "@toolwright/check/report";
import { ImportError } from "@toolwright/check/surface";
import { clientHeader, type GeneratedFile, header } from "../emit/file.ts";
import { readListingFile } from "../files/listing.ts";
import { writeGenerated } from "../files/output-files.ts";
import { importListing } from "../import/index.ts";
import type { Model } from "../model/model.ts";
import { report } from "../report/report.ts";
import { type Command, say, text, texts } from "./command.ts";
import { loadAndCompile } from "./spec.ts";

/** `toolwright client`: a typed client for a server of others, from its lock file. */
export const command: Command = {
  options: texts("out"),
  arguments: ["FILE"],
  failures: { kinds: [ImportError, LockError], exitCode: 1 },
  async run(values, [file = "mcp.lock.json"], io) {
    const out = text(values, "out", "mcp-client");
    const listing = readListingFile(file);
    const { sources, notes } = importListing(listing);
    const { diagnostics, model } = await loadAndCompile(sources);
    if (!model) {
      io.stderr.write(
        report(diagnostics, sources, {
          format: "human",
          folder: "",
          colour: io.stderr.isColoured,
        }),
      );
      return 1;
    }
    const files = await emitClientFiles(model);
    const drifts = writeGenerated(out, files);
    const changed = drifts.length === 0 ? "nothing changed" : `${drifts.length} changed`;
    const { server, tools, unreadable } = listing;
    const lines = [
      `${out}/client.ts calls the ${formatCount(tools.length, "tool")} of ${oneLine(`${server.name} ${server.version}`)} with types (${changed}).`,
      ...unreadable.map(({ problem }) => `Left out: ${problem}`),
      ...notes,
      "It needs @toolwright/runtime, and a connected client of MCP's SDK:",
      `  import { createClient } from "./${out}/client.ts";`,
      "  const server = createClient(client);",
    ];
    say(io, lines.join("\n"));
    return unreadable.length > 0 ? 1 : 0;
  },
};

/** The two files that a caller needs. */
async function emitClientFiles(model: Model): Promise<GeneratedFile[]> {
  const [{ emitClient }, { emitTypes }] = await Promise.all([
    import("../emit/client.ts"),
    import("../emit/types.ts"),
  ]);
  const files = [emitClient(model), await emitTypes(model)];
  return files.map(({ path, text: content }) => ({ path, text: content.replace(header, clientHeader) }));
}
