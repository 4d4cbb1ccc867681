/** A request to a server that does not end by itself. */
import { connect as connectSocket } from "node:net";
import { onTestFinished } from "vitest";
import { post } from "./wire.ts";

/** A request that has begun and does not end: it keeps a stopping server waiting. */
export async function openRequest(endpoint: string, token: string) {
  const { port, pathname } = new URL(endpoint);
  const socket = connectSocket(Number(port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Content-Length: 46",
  ];
  const [body, rest] = ['{"jsonrpc":"2.0","id":1,', '"method":"ping"}      '];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => (answer += text));
  // Sent later and answered: so the server has read the head of the first one.
  await post(endpoint, token, { jsonrpc: "2.0", id: 0, method: "ping" });
  return { finish: () => socket.write(rest), answer: () => answer };
}
