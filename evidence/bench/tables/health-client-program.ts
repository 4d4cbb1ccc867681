/** A thread that requests `/healthz` of a port (its data) every 20 ms, and answers a message with the times in milliseconds. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const times: number[] = [];
let isStopped = false;
parentPort!.on("message", () => {
  isStopped = true;
});

async function requestHealth(): Promise<void> {
  const sent = get({ port: workerData, host: "127.0.0.1", path: "/healthz", agent: false });
  const [response]: IncomingMessage[] = await once(sent, "response");
  await once(response!.resume(), "end");
}

await requestHealth();
parentPort!.postMessage("ready");
while (!isStopped) {
  const from = performance.now();
  await requestHealth();
  times.push(performance.now() - from);
  await wait(20);
}
parentPort!.postMessage(times);
parentPort!.close();
