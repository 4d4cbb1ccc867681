/** Judges the cases about files: the file at a URL must match its description in the result. */
import { createHash } from "node:crypto";
import querystring from "node:querystring";
import { MIMEType } from "node:util";
import { addressAt, openAddress } from "../behaviour/calls/addresses.ts";
import { readStructured } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import { createSupply } from "../behaviour/lists/supply.ts";
import { baseArguments } from "../calls/arguments.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { ResultCase } from "../cases/result-cases.ts";
import { ifPossible, requireDeclared } from "../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../results/verdict.ts";

type FileCase = Extract<ResultCase, { readonly check: "file" }>;

export async function fileVerdict({ tool, rule, bases, must }: FileCase, engine: Engine): Promise<Verdict> {
  const { url, at: _, ...described } = requireDeclared(engine.rules.files[tool]?.[rule]);
  const unseen = new Set(Object.values(described));
  for (const base of bases) {
    const called = await engine.calls.requireSuccess({
      tool,
      input: await makeFileInput(tool, base, engine),
    });
    const response = await openAddress(addressAt(url, called, engine));
    if (!response.ok) return engine.verdicts.failed(must, called, `HTTP ${response.status}`);
    const file = await readFile(response).catch((error: unknown) => ({ size: String(error) }));
    for (const [key, place] of Object.entries(described)) {
      const [said, is] = [valueAt(readStructured(called), place), valueAt(file, `/${key}`)];
      if (said === undefined) continue;
      unseen.delete(place);
      if (said !== is)
        return engine.verdicts.failed(must, called, `its ${key} is ${is}, and ${place} is ${said}`);
    }
  }
  return unseen.size === 0 ? held : unverified("unobserved", `no result has ${[...unseen].join(", ")}`);
}

/** Makes the arguments for a file, and adds items so that the file is not empty, if the target can. */
async function makeFileInput(tool: string, base: string, engine: Engine): Promise<Json> {
  const input = baseArguments(engine.context.cases, base);
  const supply = await ifPossible(createSupply(engine, { tool, input, items: "" }));
  if (supply === undefined) return engine.instances.fill(tool, input);
  await ifPossible(supply.add(2));
  return supply.input;
}

/** The facts about a file, under the names of the rule's places. */
type FileFacts = {
  readonly sha256: string;
  /** The size in bytes. */
  readonly size: number;
  readonly name: string;
};

async function readFile(response: Response): Promise<FileFacts> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of response.body ?? []) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest("hex"), size, name: readName(response) };
}

/** Returns the name under which a browser saves the file (RFC 6266): from the header, else from the URL. */
function readName({ headers, url }: Response): string {
  const parameters = headers.get("content-disposition")?.replace(/^[^;]*/, "") ?? "";
  const { params } = new MIMEType(`text/plain${parameters}`);
  const encoded = params.get("filename*")?.replace(/^.*'/, "");
  const plain = encoded === undefined ? params.get("filename") : undefined;
  return plain ?? querystring.unescape(encoded ?? new URL(url).pathname.replace(/^.*\//, ""));
}
