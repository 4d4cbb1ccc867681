/** Sends requests with autocannon, a load tool that people use: it parses every response and keeps statistics. */
import autocannon from "autocannon";
import { type Answered, connectionsAtOnce } from "./load.ts";

/** More than the fastest server answers in a round on one connection. */
const requestsOfConnection = 300;
/** It ends a run only when it takes a sample. */
const sampleMs = 20;

/** A request, as autocannon takes it. */
interface PlannedRequest {
  readonly token: string;
  readonly body: string;
}

/**
 * @param requests sent in turn; each run continues where the last one ended
 * @returns the function that sends requests for a time @throws if a response is not 200
 */
export function autocannonOn(
  url: URL,
  requests: readonly PlannedRequest[],
): (ms: number) => Promise<Answered> {
  let next = 0;

  return async (ms) => {
    const first = next;
    let connections = 0;
    const answered = await run({
      url: url.href,
      connections: connectionsAtOnce,
      duration: ms / 1_000,
      sampleInt: sampleMs,
      setupClient(client) {
        const start = first + connections++;
        client.setRequests(
          Array.from({ length: requestsOfConnection }, (_, at) => request(start + at * connectionsAtOnce)),
        );
      },
    });
    next += answered.answers;
    return answered;
  };

  function request(at: number): autocannon.Request {
    const { token, body } = requests[at % requests.length]!;
    const headers = {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-11-25",
    };
    return { method: "POST", headers, body };
  }
}

/** It prepares all requests before it starts, which is not part of the time. */
function run(options: autocannon.Options): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let started = 0;
    autocannon(options, (error, result) => {
      const ms = performance.now() - started;
      const { "2xx": answers, non2xx, errors } = result;
      if (error) reject(error);
      else if (non2xx + errors > 0)
        reject(new Error(`${options.url} refused ${non2xx} requests and broke off ${errors}.`));
      else resolve({ answers, ms });
    }).on("start", () => {
      started = performance.now();
    });
  });
}
