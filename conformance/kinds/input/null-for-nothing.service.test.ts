/** Some libraries take `null` in place of an optional argument for one that is left out. */
import { expect, onTestFinished, test } from "vitest";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTracker } from "../../test/support/tracker-server/toolwright-server.ts";
import { httpTransport } from "../../wire/http.ts";
import type { Transport } from "../../wire/transport.ts";

/** A target that never sees an argument that is `null`. */
function withoutNulls(url: string): Transport {
  const transport = httpTransport({
    url: new URL(url),
    limits: { timeoutMs: 20_000, maxBytes: 10_000_000 },
    parallel: 4,
  });
  return {
    ...transport,
    send: (request) => {
      const message = request.body === undefined ? undefined : JSON.parse(request.body);
      const sent = message?.params?.arguments;
      for (const name of Object.keys(sent ?? {})) if (sent[name] === null) delete sent[name];
      return transport.send(message === undefined ? request : { ...request, body: JSON.stringify(message) });
    },
  };
}

async function judge(id: string): Promise<string> {
  const served = await serveTracker();
  onTestFinished(served.close);
  const transport = withoutNulls(served.url);
  const { results } = await testTracker(served, { selection: { cases: [id] }, transport });
  return results.map(({ verdict }) => ("advice" in verdict ? "advice" : verdict.status)).join();
}

test.each([
  ["an optional one is advice", "input/tracker_list_issues/cursor/type/null", "advice"],
  ["a required one is refused all the same", "input/tracker_get_issue/issue_id/type/null", "held"],
])("%s", async (_, id, verdict) => {
  expect(await judge(id)).toBe(verdict);
});
