/** Proof: three nodes answer all requests; measures the processor cost of a call with three nodes, and with one. */
import { expect, test } from "vitest";
import { insertForm } from "../forms/forms.ts";
import { familyMs, processMs } from "./support/cpu-time.ts";
import { signUp } from "./support/sign-up-form.ts";
import { countOf, NODES, outcomeOf, startThreeNodes, type ThreeNodes } from "./support/three-nodes.ts";

const CONNECTIONS = 24;
const MEASURED_MS = 3_000;

test("measures the processor cost of a call, with three nodes and with one", async () => {
  const world = await startThreeNodes();
  const { account, tokens } = await world.tokens("load@example.org", "business", 1_000);
  const forms: string[] = [];
  for (let n = 0; n < CONNECTIONS; n += 1) {
    const form = await world.storage.db
      .transaction()
      .execute((transaction) => insertForm(transaction, account.id, signUp, "published", new Date()));
    forms.push(form.id);
  }
  const title = (n: number) => ({ ...signUp, title: { en: `Title ${n}`, de: `Titel ${n}` } });
  const kinds: Readonly<Record<string, (form: string, n: number) => [tool: string, args: object]>> = {
    "reads (get_form)": (form_id) => ["service_get_form", { form_id }],
    "writes (update_form)": (form_id, n) => ["service_update_form", { form_id, structure: title(n) }],
  };
  const rows: object[] = [];
  let sent = 0;
  for (const [kind, callOf] of Object.entries(kinds)) {
    // The first round warms the nodes up.
    for (const [nodes, isCounted] of [
      [NODES, false],
      [1, true],
      [NODES, true],
    ] as const) {
      const cost = await measured(world, nodes, async (endpoint, at) => {
        sent += 1;
        const [tool, args] = callOf(forms[at]!, sent);
        return outcomeOf(endpoint, tokens[sent % tokens.length]!.token, tool, args);
      });
      expect(cost.failures).toEqual({});
      if (isCounted) rows.push({ kind, nodes, ...cost.figures });
    }
  }
  console.table(rows);
});

/** Calls on many connections for a while; and what they took of the processors, by call, of nodes and of the database. */
async function measured(
  world: ThreeNodes,
  nodes: number,
  send: (endpoint: string, at: number) => Promise<string>,
) {
  const used = () => ({
    nodes: world.nodes.reduce((sum, { pid }) => sum + processMs(pid), 0),
    database: familyMs(world.postmaster),
  });
  const [before, began] = [used(), performance.now()];
  const outcomes = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, at) => {
      const own: string[] = [];
      while (performance.now() - began < MEASURED_MS) own.push(await send(world.endpoints[at % nodes]!, at));
      return own;
    }),
  );
  const [after, seconds] = [used(), (performance.now() - began) / 1_000];
  const { ok = 0, ...failures } = countOf(outcomes.flat());
  const [ofNodes, ofDatabase] = [after.nodes - before.nodes, after.database - before.database];
  const micros = (ms: number) => Math.round((ms * 1_000) / ok);
  return {
    failures,
    figures: {
      calls: ok,
      "calls a second": Math.round(ok / seconds),
      "us of nodes": micros(ofNodes),
      "us of PostgreSQL": micros(ofDatabase),
      "share of PostgreSQL": `${Math.round((100 * ofDatabase) / (ofNodes + ofDatabase))} %`,
    },
  };
}
