/** Receipts on node:http alone, and a file of all of them: the amounts in it have the digits that were sent. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { casesOf } from "../notes-server.ts";
import { page, Refused, servePlain } from "./plain-server.ts";

export const receiptsCases = casesOf(`${import.meta.dirname}/receipts`);

export const receiptsTokens = [
  { token: "rec.Bn5tGy7HuJ2k", scopes: ["receipts"] },
  { token: "rec.Xs3dCf6VgB9n", scopes: ["receipts"], account: "other" },
];

type Receipt = {
  readonly no: number;
  readonly account: string;
  readonly merchant: string;
  readonly amount: number;
};

/** A file of receipts: the names of its columns, and the rows of one receipt. */
export interface ReceiptsFile {
  readonly columns: readonly string[];
  rowsOf(id: string, receipt: Receipt): readonly (readonly (string | number)[])[];
}

/** Serves receipts on a free port of loopback, and their file on another one. */
export async function serveReceipts(file: ReceiptsFile): Promise<{ url: string; close(): Promise<void> }> {
  const receipts: Receipt[] = [];
  const ofAccount = (account: string) => receipts.filter((each) => each.account === account);
  const write = (account: string) => {
    const rows = ofAccount(account).flatMap((each) => file.rowsOf(`rc-${each.no}`, each));
    return [file.columns, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
  };
  const files = createServer((request, response) => {
    response.setHeader("Content-Type", "text/csv");
    response.end(write(request.url!.slice(1)));
  });
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
  const served = await servePlain({
    name: "receipts",
    cases: receiptsCases,
    tokens: receiptsTokens,
    tools: {
      add_receipt: (input: Pick<Receipt, "merchant" | "amount">, account) => {
        const receipt = { ...input, no: receipts.length + 1, account };
        receipts.push(receipt);
        return show(receipt);
      },
      get_receipt: ({ receipt_id }: { receipt_id: string }, account) => {
        const found = ofAccount(account).find(({ no }) => `rc-${no}` === receipt_id);
        if (found === undefined) throw new Refused("missing", `There is no receipt ${receipt_id}.`);
        return show(found);
      },
      list_receipts: ({ cursor }: { cursor?: string }, account) => {
        const listed = page(ofAccount(account), "no", "receipts", { ...(cursor && { cursor }) });
        return { receipts: listed.items.map(show), count: listed.count, next: listed.cursor };
      },
      export_receipts: (_: object, account) => ({
        url: `http://127.0.0.1:${(files.address() as AddressInfo).port}/${account}`,
        bytes: Buffer.byteLength(write(account)),
        rows: ofAccount(account).length,
      }),
    },
  });
  return { url: served.url, close };

  async function close(): Promise<void> {
    files.closeAllConnections();
    await new Promise((resolve) => files.close(resolve));
    await served.close();
  }
}

function show({ no, merchant, amount }: Receipt): object {
  return { receipt_id: `rc-${no}`, merchant, amount };
}
