/** Judges the cases about files: the one at a URL is the one that the result describes. */
import { createHash } from "node:crypto";
import querystring from "node:querystring";
import { MIMEType } from "node:util";
import { addressAt, openAddress } from "../behaviour/calls/addresses.ts";
import { readStructured } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import { createSupply } from "../behaviour/lists/supply.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { ResultCase } from "../cases/behaviour-cases.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { declared, ifPossible } from "../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../results/verdict.ts";

type FileCase = Extract<ResultCase, { readonly check: "file" }>;

export async function fileVerdict({ tool, rule, bases, must }: FileCase, engine: Engine): Promise<Verdict> {
  const { url, at: _, ...described } = declared(engine.rules.files[tool]?.[rule]);
  const unseen = new Set(Object.values(described));
  for (const base of bases) {
    const called = await engine.calls.requireSuccess({ tool, input: await inputOfFile(tool, base, engine) });
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

/** The file is not empty where the target can fill it. */
async function inputOfFile(tool: string, base: string, engine: Engine): Promise<Json> {
  const input = baseArguments(engine.context.cases, base);
  const supply = await ifPossible(createSupply(engine, { tool, input, items: "" }));
  if (supply === undefined) return engine.instances.fill(tool, input);
  await ifPossible(supply.add(2));
  return supply.input;
}

/** What a file is; a rule names the places that say so. */
type FileFacts = {
  readonly sha256: string;
  /** In bytes. */
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

/** The name that a browser saves the file under (RFC 6266): that of the header, else of the URL. */
function readName({ headers, url }: Response): string {
  const parameters = headers.get("content-disposition")?.replace(/^[^;]*/, "") ?? "";
  const { params } = new MIMEType(`text/plain${parameters}`);
  const encoded = params.get("filename*")?.replace(/^.*'/, "");
  const plain = encoded === undefined ? params.get("filename") : undefined;
  return plain ?? querystring.unescape(encoded ?? new URL(url).pathname.replace(/^.*\//, ""));
}
