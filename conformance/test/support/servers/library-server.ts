/** Branches, books and loans on node:http alone: ids are numbers that count up, a book has one loan at a time. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import { casesOf } from "../notes-server.ts";

export const libraryCases = casesOf(`${import.meta.dirname}/library`);

const scopes = ["library:read", "library:write"];
export const libraryTokens = [
  { token: "lib.Kq7mVx2RzT8w", scopes },
  { token: "lib.Hd3sNb9YcL5p", scopes: ["library:read"] },
  { token: "lib.Ju6fGa1EoW4t", scopes: ["library:write"] },
  { token: "lib.Zi8rMe5UkB2x", scopes: [] as string[] },
  { token: "lib.Pv4lSo7DnQ9g", scopes, account: "other" },
];

interface Branch {
  readonly account: string;
  readonly branch: number;
  readonly street: string;
}

interface Book {
  readonly account: string;
  readonly branch: number;
  readonly book: number;
  readonly title: string;
}

interface Loan {
  readonly account: string;
  readonly branch: number;
  readonly book: number;
  readonly loan: number;
  readonly reader: string;
  readonly state: "running" | "renewed" | "returned";
}

class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Input = {
  readonly branch: number;
  readonly book: number;
  readonly loan: number;
  readonly street: string;
  readonly title: string;
  readonly reader: string;
  readonly action: "renew" | "return";
  readonly state?: Loan["state"];
  readonly size?: number;
  readonly cursor?: string;
};

class Library {
  readonly #branches = new Map<number, Branch>();
  readonly #books = new Map<number, Book>();
  readonly #loans = new Map<number, Loan>();
  #last = { branch: 0, book: 0, loan: 0 };

  readonly tools: Readonly<Record<string, (input: Input, account: string) => object>> = {
    open_branch: ({ street }, account) => {
      const made = { account, branch: ++this.#last.branch, street };
      this.#branches.set(made.branch, made);
      return withoutAccount(made);
    },
    get_branch: ({ branch }, account) => withoutAccount(find("branch", this.#branches, branch, account)),
    close_branch: ({ branch }, account) => {
      find("branch", this.#branches, branch, account);
      for (const each of [...this.#books.values()]) if (each.branch === branch) this.#withdraw(each.book);
      this.#branches.delete(branch);
      return { branch };
    },
    add_book: ({ branch, title }, account) => {
      find("branch", this.#branches, branch, account);
      const made = { account, branch, book: ++this.#last.book, title };
      this.#books.set(made.book, made);
      return this.#show(made);
    },
    get_book: ({ book }, account) => this.#show(find("book", this.#books, book, account)),
    list_books: ({ branch, title = "", ...paging }, account) => {
      find("branch", this.#branches, branch, account);
      const isWanted = (each: Book) =>
        each.branch === branch && each.title.toLowerCase().includes(title.toLowerCase());
      const all = [...this.#books.values()].filter(isWanted).map((each) => this.#show(each));
      const { items, ...rest } = page(all, "book", `${branch}/${title}`, paging);
      return { books: items, ...rest };
    },
    withdraw_book: ({ book }, account) => {
      find("book", this.#books, book, account);
      this.#withdraw(book);
      return { book };
    },
    lend_book: ({ book, reader }, account) => {
      const { branch } = find("book", this.#books, book, account);
      const current = this.#currentLoan(book);
      if (current) throw new Refused("on_loan", `Book ${book} is on loan ${current.loan}.`);
      const made = { account, branch, book, loan: ++this.#last.loan, reader, state: "running" as const };
      this.#loans.set(made.loan, made);
      return withoutAccount(made);
    },
    get_loan: ({ loan }, account) => withoutAccount(find("loan", this.#loans, loan, account)),
    list_loans: ({ book, state, ...paging }: Partial<Input>, account) => {
      if (book !== undefined) find("book", this.#books, book, account);
      const isWanted = (each: Loan) =>
        each.account === account && (book ?? each.book) === each.book && (state ?? each.state) === each.state;
      const all = [...this.#loans.values()].filter(isWanted).map(withoutAccount);
      const { items, ...rest } = page(all, "loan", `${book}/${state}`, paging);
      return { loans: items, ...rest };
    },
    change_loan: ({ loan, action }, account) => {
      const changed = find("loan", this.#loans, loan, account);
      const allowed = action === "renew" ? ["running"] : ["running", "renewed"];
      if (!allowed.includes(changed.state))
        throw new Refused("ended", `Loan ${loan} is ${changed.state}, so it cannot be changed.`);
      const now = { ...changed, state: action === "renew" ? ("renewed" as const) : ("returned" as const) };
      this.#loans.set(loan, now);
      return withoutAccount(now);
    },
  };

  #withdraw(book: number): void {
    for (const each of [...this.#loans.values()]) if (each.book === book) this.#loans.delete(each.loan);
    this.#books.delete(book);
  }

  #currentLoan(book: number): Loan | undefined {
    return [...this.#loans.values()].find((each) => each.book === book && each.state !== "returned");
  }

  #show(book: Book) {
    return { ...withoutAccount(book), lent: this.#currentLoan(book.book) !== undefined };
  }
}

function withoutAccount<Item extends { readonly account: string }>({ account: _, ...rest }: Item) {
  return rest;
}

function find<Item extends { readonly account: string }>(
  what: string,
  all: ReadonlyMap<number, Item>,
  id: number,
  account: string,
): Item {
  const item = all.get(id);
  if (item?.account !== account) throw new Refused("missing", `There is no ${what} ${id}.`);
  return item;
}

/** The oldest first. A cursor has the question and the last number, signed by what is between them. */
function page<Item extends Readonly<Record<string, unknown>>>(
  all: readonly Item[],
  id: keyof Item,
  question: string,
  { size = 15, cursor }: { readonly size?: number; readonly cursor?: string },
) {
  const mark = Buffer.from(`${question}#`).toString("hex");
  const last = cursor?.startsWith(mark) ? Number(`0x${cursor.slice(mark.length)}`) : Number.NaN;
  if (cursor !== undefined && !(last % 8191 === 0))
    throw new Refused("bad_cursor", "No page has this cursor.");
  const rest = all.filter((item) => cursor === undefined || (item[id] as number) > last / 8191);
  const items = rest.slice(0, size);
  const next = rest.length > size ? mark + ((items.at(-1)![id] as number) * 8191).toString(16) : null;
  return { items, count: all.length, cursor: next };
}

const versions = ["2025-11-25", "2025-06-18"];

/** Serves a library on a free port of loopback. */
export async function serveLibrary(): Promise<{ url: string; close(): Promise<void> }> {
  const library = new Library();
  const ajv = new Ajv2020.default({ strict: false, ownProperties: true });
  const validators = new Map<string, ValidateFunction>(
    libraryCases.manifest.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema as object)]),
  );
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin = "", host = "", authorization = "", accept = "" } = request.headers;
    const isLocal = (name: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(name);
    const send = (status: number, body?: object, headers = {}) => {
      response.writeHead(status, { ...headers, ...(body && { "Content-Type": "application/json" }) });
      response.end(body && JSON.stringify(body));
    };
    if (!isLocal(host) || (origin !== "" && !isLocal(origin.replace(/^https?:\/\//, "")))) return send(403);
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    const caller = libraryTokens.find((each) => each.token === token);
    if (caller === undefined) return send(401, undefined, { "WWW-Authenticate": 'Bearer realm="library"' });
    if (request.method !== "POST") return send(405, undefined, { Allow: "POST" });
    if (!request.headers["content-type"]?.startsWith("application/json")) return send(415);
    if (!accept.includes("application/json") || !accept.includes("text/event-stream")) return send(406);
    const message = parsed(await text(request));
    if (message === undefined) return send(400, errorOf(null, new RpcError(-32_700, "This is no JSON.")));
    const { jsonrpc, id, method, params = {} } = Object(message);
    const isId = typeof id === "string" || typeof id === "number";
    const version = request.headers["mcp-protocol-version"];
    if (version !== undefined && !versions.includes(String(version)) && method !== "initialize")
      return send(400, errorOf(isId ? id : null, new RpcError(-32_600, `No version ${version}.`)));
    if (jsonrpc !== "2.0" || typeof method !== "string" || (id !== undefined && !isId)) {
      const isAnswer =
        jsonrpc === "2.0" && isId && ("result" in Object(message) || "error" in Object(message));
      return isAnswer
        ? send(202)
        : send(400, errorOf(isId ? id : null, new RpcError(-32_600, "No request.")));
    }
    if (id === undefined) return send(202);
    try {
      return send(200, { jsonrpc: "2.0", id, result: resultOf(method, Object(params), caller) });
    } catch (error) {
      if (error instanceof RpcError) return send(200, errorOf(id, error));
      return send(500, errorOf(id, new RpcError(-32_603, "Something went wrong.")));
    }
  }

  function resultOf(
    method: string,
    params: { readonly [name: string]: unknown },
    caller: (typeof libraryTokens)[number],
  ): object {
    if (method === "ping") return {};
    if (method === "tools/list") {
      if (params.cursor !== undefined) throw new RpcError(-32_602, "The list has one page.");
      return { tools: libraryCases.manifest };
    }
    if (method === "initialize") {
      const wanted = String(params.protocolVersion);
      return {
        protocolVersion: versions.includes(wanted) ? wanted : versions[0],
        capabilities: { tools: {} },
        serverInfo: { name: "library", version: "1.0.0" },
      };
    }
    if (method !== "tools/call") throw new RpcError(-32_601, `There is no method ${method}.`);
    return callTool(String(params.name), params.arguments === undefined ? {} : params.arguments, caller);
  }

  function callTool(name: string, input: unknown, caller: (typeof libraryTokens)[number]): object {
    const tool = library.tools[name];
    if (!Object.hasOwn(library.tools, name) || tool === undefined)
      throw new RpcError(-32_602, `There is no tool ${name}.`);
    const missing = libraryCases.tools[name]!.scopes.filter((scope) => !caller.scopes.includes(scope));
    if (missing.length > 0) return refusal("insufficient_scope", `This needs ${missing.join(", ")}.`);
    const validate = validators.get(name)!;
    if (!validate(input)) return refusal("invalid_input", ajv.errorsText(validate.errors));
    try {
      const structuredContent = tool(input as Input, caller.account ?? "main");
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    } catch (error) {
      if (error instanceof Refused) return refusal(error.code, error.message);
      throw error;
    }
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function refusal(code: string, message: string): object {
  return { isError: true, content: [{ type: "text", text: message }], _meta: { code } };
}

function errorOf(id: string | number | null, { code, message }: RpcError): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
