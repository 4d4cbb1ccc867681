/** Records from before, and a second desk of a library that works all the time. */
import { setTimeout as wait } from "node:timers/promises";
import type { Library } from "./library.ts";
import { Problem } from "./problem.ts";

const shelf = [
  ["Emma", "Jane Austen", 1815],
  ["Persuasion", "Jane Austen", 1817],
  ["Shirley", "Charlotte Bronte", 1849],
  ["Felix Holt", "George Eliot", 1866],
] as const;

export function stock(library: Library): void {
  const readers = Array.from({ length: 12 }, (_, index) =>
    library.register({ name: `Reader ${index}`, email: `reader${index}@example.net` }),
  );
  for (const [index, [name, author, year]] of shelf.entries()) {
    const { title_id } = library.addTitle({ name, author, year, kind: "book" });
    const copies = ["A1", "A2", "B7"].map((place) => library.addCopy(title_id, place));
    const lent = copies.map(({ copy_id }, copy) =>
      library.lend(copy_id, readers[index * 3 + copy]!.member_id),
    );
    library.placeHold(title_id, readers[(index * 3 + 4) % 12]!.member_id);
    library.placeHold(title_id, readers[(index * 3 + 5) % 12]!.member_id);
    if (index % 2 === 0) library.takeBack(lent[0]!.loan_id);
  }
}

export async function keepWorking(library: Library): Promise<void> {
  for (let round = 0; ; round += 1) {
    try {
      await serveVisitor(library, round);
    } catch (error) {
      // A loan is overdue at once where the clock is moved by weeks: the desk goes on with the next visitor.
      if (!(error instanceof Problem)) throw error;
      await wait(40, undefined, { ref: false });
    }
  }
}

async function serveVisitor(library: Library, round: number): Promise<void> {
  library.settle();
  const { title_id } = library.addTitle({ name: `Weekly ${round}`, author: "The press", kind: "book" });
  const { copy_id } = library.addCopy(title_id, "Z9");
  const { member_id } = library.register({ name: `Visitor ${round}` });
  const { loan_id } = library.lend(copy_id, member_id);
  await wait(40, undefined, { ref: false });
  library.renew(loan_id);
  library.takeBack(loan_id);
  library.withdraw(copy_id);
  if (round % 2 === 0) library.close(member_id);
  if (round % 3 === 0) library.removeTitle(title_id);
}
