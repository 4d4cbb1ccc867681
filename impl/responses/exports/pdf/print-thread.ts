/** Prints PDF files of accounts, in the service in a thread of its own. */
import type { FairQueue } from "@toolwright/runtime";
import { type WorkThread, workThread } from "../../../platform/threads/work-thread.ts";
import type { PrintRequest } from "./print.ts";

/** Prints a file of an account. @throws WorkFailed */
export type PrintPdf = (request: PrintRequest, accountId: string) => Promise<Uint8Array>;

/** A file of 100 long responses in Chinese takes ten seconds. */
const LONGEST_MS = 60_000;

export function printThread(): WorkThread<{ print(request: PrintRequest): Promise<Uint8Array> }> {
  return workThread({ program: new URL("print-program.ts", import.meta.url), longestMs: LONGEST_MS });
}

/** Prints in this thread, by turns. */
export function printHere(queue: FairQueue): PrintPdf {
  return async (request, accountId) => {
    // The libraries of PDF files and fonts are loaded for the first file: starts are quicker, and most of them write none.
    const { print } = await import("./print.ts");
    return print(request, () => new Promise((resolve) => queue.add(accountId, resolve)));
  };
}
