/** Judges the cases about files: the file at a URL must match its description in the result. */
import { createHash } from "node:crypto";
import querystring from "node:querystring";
import { MIMEType } from "node:util";
import { addressAt, openAddress } from "../../behaviour/calls/addresses.ts";
import { readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { changeByAll } from "../../behaviour/instances/changed-instances.ts";
import { listOwners } from "../../behaviour/lists/list-rule.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import { baseArguments } from "../../calls/arguments.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { longLetters, makeMarked } from "./marked-texts.ts";

type FileCase = Extract<ResultCase, { readonly check: "file" }>;

/** Checks the file of each base, and that of a thing whose texts have letters of several bytes, new and after other calls about it. */
export async function fileVerdict(each: FileCase, engine: Engine): Promise<Verdict> {
  const { tool, rule, bases } = each;
  const { url: _, at: __, ...described } = requireDeclared(engine.rules.files[tool]?.[rule]);
  const unseen = new Set(Object.values(described));
  for (const base of bases) {
    const input = await makeFileInput(tool, base, engine);
    const { problem, seen } = await tryFile(each, input, Object.keys(described), engine);
    if (problem !== undefined) return problem;
    for (const place of seen) unseen.delete(place);
  }
  const problem = engine.isBrief ? undefined : await tryOwnFiles(each, engine);
  if (problem !== undefined) return problem;
  return unseen.size === 0 ? held : unverified("unobserved", `no result has ${[...unseen].join(", ")}`);
}

interface TriedFile {
  readonly problem?: Verdict;
  /** The places that the result has. */
  readonly seen: readonly string[];
}

/** Opens the file of a call, and compares these facts about it with the result. */
async function tryFile(
  { tool, rule, must }: FileCase,
  input: Json,
  facts: readonly string[],
  engine: Engine,
): Promise<TriedFile> {
  const { url, at: _, ...described } = requireDeclared(engine.rules.files[tool]?.[rule]);
  const called = await engine.calls.requireSuccess({ tool, input });
  const response = await openAddress(addressAt(url, called, engine));
  if (!response.ok)
    return { problem: engine.verdicts.failed(must, called, `HTTP ${response.status}`), seen: [] };
  const file = await readFile(response).catch((error: unknown) => ({ size: String(error) }));
  const seen: string[] = [];
  for (const [key, place] of Object.entries(described).filter(([fact]) => facts.includes(fact))) {
    const [said, is] = [valueAt(readStructured(called), place), valueAt(file, `/${key}`)];
    if (said === undefined) continue;
    seen.push(place);
    if (said === is) continue;
    const problem = `its ${key} is ${is}, and ${place} is ${said}`;
    return { problem: engine.verdicts.failed(must, called, problem), seen };
  }
  return { seen };
}

/** Checks the file of one thing. Its name may be written without such letters. */
async function tryOwnFiles(each: FileCase, engine: Engine): Promise<Verdict | undefined> {
  const { tool, bases } = each;
  const [owner] = bases.flatMap((base) =>
    listOwners(engine.rules, { tool, input: baseArguments(engine.context.cases, base) }),
  );
  const instance = owner && (await ifPossible(makeMarked(owner, longLetters, engine)));
  if (!instance) return undefined;
  const tryAll = async () => {
    for (const base of bases) {
      const input = await engine.instances.fill(tool, baseArguments(engine.context.cases, base), {
        instances: { [instance.entity]: instance },
      });
      const tried = await ifPossible(tryFile(each, input, ["size", "sha256"], engine));
      if (tried?.problem !== undefined) return tried.problem;
    }
    return undefined;
  };
  const problem = await tryAll();
  if (problem !== undefined) return problem;
  await ifPossible(changeByAll(instance, engine));
  return tryAll();
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
