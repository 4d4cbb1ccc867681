/** A file and the tools that show its rows agree in every value, also in numbers of many digits. */
import { expect, onTestFinished, test } from "vitest";
import {
  type ReceiptsFile,
  receiptsCases,
  receiptsTokens,
  serveReceipts,
} from "../../test/support/servers/receipts-server.ts";
import { testServer } from "../../test/support/test-server.ts";

const columns = ["receipt_id", "merchant", "amount"];
const plain: ReceiptsFile = {
  columns,
  rowsOf: (id, { merchant, amount }) => [[id, merchant, amount]],
};

test.each<[what: string, file: ReceiptsFile, verdict: object]>([
  ["has the same values", plain, { status: "held" }],
  ["names the ids otherwise", { ...plain, columns: ["No", "merchant", "amount"] }, { status: "held" }],
  [
    "rounds amounts",
    { columns, rowsOf: (id, { merchant, amount }) => [[id, merchant, amount.toFixed(2)]] },
    { status: "failed", got: 'the file has "1234.57", and get_receipt shows /amount 1234.56789' },
  ],
  [
    "shows the merchant of another receipt",
    { columns, rowsOf: (id, { amount }) => [[id, "Butcher", amount]] },
    { status: "failed", got: expect.stringContaining('the file has "Butcher"') },
  ],
  [
    "has two rows of each receipt",
    {
      columns,
      rowsOf: (id, { merchant, amount }) => [
        [id, merchant, amount / 2],
        [id, merchant, amount / 2],
      ],
    },
    { status: "inapplicable", why: "the file has no rows with ids" },
  ],
])("a file that %s", async (_, file, verdict) => {
  const served = await serveReceipts(file);
  onTestFinished(served.close);
  const target = {
    name: "receipts",
    tokens: receiptsTokens.map((each) => ({ ...each, scopes: "all" as const })),
    bindings: {},
    refusalCode: "/_meta/code",
  };
  const { results } = await testServer(served.url, {
    cases: receiptsCases,
    target,
    selection: { cases: ["results/export_receipts/url/agrees-with/list_receipts"] },
  });
  expect(results).toMatchObject([{ verdict }]);
});
