/** A small server of notes that follows its spec; options make it break the spec. */
import { join } from "node:path";
import {
  type Call,
  type Caller,
  createMcpServer,
  formats,
  type Service,
  type Tool,
} from "@toolwright/runtime";
import Ajv2020 from "ajv/dist/2020.js";
import { compile } from "../../../generator/compile.ts";
import { printWholeCases } from "../../../generator/emit/cases.ts";
import { readSpec } from "../../../generator/files/spec.ts";
import type { CaseFile } from "../../cases/format.ts";
import { expand } from "../../cases/stored.ts";

export const specFolder = join(import.meta.dirname, "../notes");

/** The cases of a spec folder. */
export function casesOf(folder: string): CaseFile {
  return expand(JSON.parse(storedCasesOf(folder)));
}

/** The text of `cases.json`, with the manifest. */
export function storedCasesOf(folder: string): string {
  const { model, diagnostics } = compile(readSpec(folder));
  if (!model) throw new Error(JSON.stringify(diagnostics));
  return printWholeCases(model);
}

export const notesCases = casesOf(specFolder);

interface Note {
  readonly id: string;
  readonly title: string;
}

/** Handlers that follow the spec of the notes. */
export class NotesHandlers {
  readonly notes = new Map<string, Note>();

  ping(): object {
    return { ok: true };
  }

  create(input: { title: string; remind?: string }, call: Call<"busy">): object {
    if (input.title === "busy") return call.fail("busy", "Somebody else is writing. Try again.");
    const note = { id: `note_${String(this.notes.size).padStart(8, "0")}`, ...input };
    this.notes.set(note.id, note);
    return note;
  }

  get({ id }: { id: string }, call: Call<"not_found">): object {
    return this.notes.get(id) ?? call.fail("not_found", `There is no note ${id}.`);
  }

  list({ limit = 5 }: { limit?: number }): object {
    return { count: this.notes.size, notes: [...this.notes.values()].slice(0, limit) };
  }
}

/** The service that a case file describes. `changeTool` can make a tool break the spec. */
export function serviceOf(cases: CaseFile, changeTool: (tool: Tool) => Tool = (tool) => tool): Service {
  const ajv = new Ajv2020.default({
    allErrors: true,
    strict: false,
    discriminator: true,
    ownProperties: true,
    formats,
  });
  ajv.addKeyword({ keyword: "exactlyOne", type: "object", validate: hasExactlyOne });
  for (const [address, schema] of Object.entries(cases.schemas)) ajv.addSchema(schema as object, address);
  const tools = cases.manifest.map(({ name, ...entry }): Tool => {
    const { mode, scopes, failures, input, output } = cases.tools[name]!;
    return changeTool({
      name,
      method: name.startsWith("notes_") ? name.slice("notes_".length) : name,
      mode,
      scopes,
      failures: Object.fromEntries(failures.map((code) => [code, cases.failures[code]!])),
      input: ajv.getSchema(input) as Tool["input"],
      ...(output !== undefined && { output: ajv.getSchema(output) as NonNullable<Tool["output"]> }),
      redaction: [],
      manifest: JSON.stringify({ name, ...entry }),
    });
  });
  const { endpoint, auth, rate, server, card } = cases;
  return { server, path: endpoint.path, auth, rate, tools, ...(card && { card }) };
}

export function hasExactlyOne(names: readonly string[], value: object): boolean {
  return names.filter((name) => Object.hasOwn(value, name)).length === 1;
}

/** Valid token -> its scopes. */
export const tokenScopes: Readonly<Record<string, readonly string[]>> = {
  tkn_k3Vq8ZrT1xWm5LbY: ["notes:read", "notes:write"],
  tkn_p9Hd2CsN7uJf4GaE: ["notes:read"],
  tkn_w6Bt0RyK8eQi3MxU: ["notes:write"],
  tkn_z1Lo5FvS9cPg7DnA: [],
};

/** Tokens that the server rejects. */
export const expiredToken = "tkn_e2Xj6HqO4rTm8ZsB";
export const revokedToken = "tkn_r7Yk1IwP5sUn9AtC";

export function callerOf(token: string): Caller | undefined {
  const scopes = tokenScopes[token];
  return scopes && { account: "ana", token: token.slice(0, 6), scopes: new Set(scopes) };
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface NotesOptions {
  readonly cases?: CaseFile;
  readonly handlers?: object;
  readonly changeTool?: (tool: Tool) => Tool;
  readonly authenticate?: (token: string) => Caller | undefined;
}

/** Serves notes on a free port of loopback. */
export async function serveNotes(
  options: NotesOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const {
    cases = notesCases,
    handlers = new NotesHandlers(),
    changeTool: mend,
    authenticate = callerOf,
  } = options;
  const server = createMcpServer({
    service: serviceOf(cases, mend),
    handlers,
    authenticate: ({ token }) => authenticate(token),
    log: silent,
  });
  const url = await server.listen(0);
  return { url, close: () => server.close(0) };
}
