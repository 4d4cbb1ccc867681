/** Branches, books and loans on node:http alone: ids are numbers that count up, a book has one loan at a time. */
import { casesOf } from "../notes-server.ts";
import { page, Refused, servePlain } from "./plain-server.ts";

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
  readonly days_lent: number;
  readonly last_reader: string;
}

interface Loan {
  readonly account: string;
  readonly branch: number;
  readonly book: number;
  readonly loan: number;
  readonly reader: string;
  readonly state: "running" | "renewed" | "returned";
}

type Input = {
  readonly branch: number;
  readonly book: number;
  readonly loan: number;
  readonly street: string;
  readonly title: string;
  readonly reader: string;
  readonly days: number;
  readonly action: "renew" | "return";
  readonly state?: Loan["state"];
  readonly size?: number;
  readonly cursor?: string;
};

/** Mistakes of the server, about what a loan changes of its book and about the list of branches. */
export interface LibraryFault {
  /** The title of a book while it is on loan. */
  readonly titleOnLoan?: string;
  /** Whether the list of branches ignores its filter. */
  readonly ignoresStreet?: boolean;
  /** Whether the filtered list of branches lacks its last item. */
  readonly cutsStreets?: boolean;
  /** Whether a book disappears when its loan ends. */
  readonly losesBook?: boolean;
  /** The days that each loan adds to those of its book. */
  readonly daysOfEach?: number;
  /** Whether the last reader of a book stays the first one. */
  readonly forgetsReader?: boolean;
  /** Whether a refused change of a loan counts for its book. */
  readonly countsRefused?: boolean;
}

class Library {
  readonly #fault: LibraryFault;
  readonly #branches = new Map<number, Branch>();
  readonly #books = new Map<number, Book>();
  readonly #loans = new Map<number, Loan>();
  #last = { branch: 0, book: 0, loan: 0 };

  constructor(fault: LibraryFault) {
    this.#fault = fault;
  }

  readonly tools: Readonly<Record<string, (input: Input, account: string) => object>> = {
    open_branch: ({ street }, account) => {
      const made = { account, branch: ++this.#last.branch, street };
      this.#branches.set(made.branch, made);
      return withoutAccount(made);
    },
    get_branch: ({ branch }, account) => withoutAccount(find("branch", this.#branches, branch, account)),
    list_branches: ({ street = "" }: Partial<Input>, account) => {
      const wanted = this.#fault.ignoresStreet ? "" : street.toLowerCase();
      const isWanted = (each: Branch) =>
        each.account === account && each.street.toLowerCase().includes(wanted);
      const branches = [...this.#branches.values()].filter(isWanted).map(withoutAccount);
      return { branches: this.#fault.cutsStreets && street !== "" ? branches.slice(0, -1) : branches };
    },
    close_branch: ({ branch }, account) => {
      find("branch", this.#branches, branch, account);
      for (const each of [...this.#books.values()]) if (each.branch === branch) this.#withdraw(each.book);
      this.#branches.delete(branch);
      return { branch };
    },
    add_book: ({ branch, title }, account) => {
      find("branch", this.#branches, branch, account);
      const made = { account, branch, book: ++this.#last.book, title, days_lent: 0, last_reader: "" };
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
    lend_book: ({ book, reader, days }, account) => {
      const lent = find("book", this.#books, book, account);
      const { branch } = lent;
      const current = this.#currentLoan(book);
      if (current) throw new Refused("on_loan", `Book ${book} is on loan ${current.loan}.`);
      const made = { account, branch, book, loan: ++this.#last.loan, reader, state: "running" as const };
      this.#loans.set(made.loan, made);
      this.#books.set(book, {
        ...lent,
        days_lent: lent.days_lent + (this.#fault.daysOfEach ?? days),
        last_reader: this.#fault.forgetsReader ? lent.last_reader : reader,
      });
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
      const isAllowed = allowed.includes(changed.state);
      if (!isAllowed && this.#fault.countsRefused) this.#countDay(changed.book);
      if (!isAllowed)
        throw new Refused("ended", `Loan ${loan} is ${changed.state}, so it cannot be changed.`);
      const now = { ...changed, state: action === "renew" ? ("renewed" as const) : ("returned" as const) };
      this.#loans.set(loan, now);
      if (this.#fault.losesBook && now.state === "returned") this.#books.delete(now.book);
      return withoutAccount(now);
    },
  };

  #countDay(book: number): void {
    const counted = this.#books.get(book)!;
    this.#books.set(book, { ...counted, days_lent: counted.days_lent + 1 });
  }

  #withdraw(book: number): void {
    for (const each of [...this.#loans.values()]) if (each.book === book) this.#loans.delete(each.loan);
    this.#books.delete(book);
  }

  #currentLoan(book: number): Loan | undefined {
    return [...this.#loans.values()].find((each) => each.book === book && each.state !== "returned");
  }

  #show(book: Book) {
    const { titleOnLoan: title } = this.#fault;
    const lent = this.#currentLoan(book.book) !== undefined;
    return { ...withoutAccount(book), ...(lent && title !== undefined && { title }), lent };
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

/** Serves a library on a free port of loopback. */
export function serveLibrary(fault: LibraryFault = {}): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Library(fault);
  return servePlain({ name: "library", cases: libraryCases, tokens: libraryTokens, tools });
}
