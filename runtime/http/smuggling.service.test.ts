/** Request smuggling: requests whose length two parsers could read differently are refused, and what follows is not a request. */
import { expect, onTestFinished, test } from "vitest";
import { RawConnection } from "../test/support/wire/raw-http.ts";
import { serve } from "../test/support/wire/serving.ts";

const call = JSON.stringify({
  jsonrpc: "2.0",
  id: "smuggled",
  method: "tools/call",
  params: { name: "notes_ping" },
});
const good = ["Host: localhost", "Authorization: Bearer notes:read", "Content-Type: application/json"];
const smuggled = `POST /api/mcp HTTP/1.1\r\n${good.join("\r\n")}\r\nContent-Length: ${call.length}\r\n\r\n${call}`;

/** Makes a head of valid lines and the given ones, with the usual line ends. */
const head = (...lines: readonly string[]) =>
  `POST /api/mcp HTTP/1.1\r\n${[...good, ...lines].join("\r\n")}\r\n\r\n`;

test.each([
  ["a length and chunks", `${head("Content-Length: 4", "Transfer-Encoding: chunked")}0\r\n\r\n`],
  ["chunks and a length", `${head("Transfer-Encoding: chunked", "Content-Length: 4")}0\r\n\r\n`],
  ["two lengths that differ", head("Content-Length: 0", `Content-Length: ${smuggled.length}`)],
  ["two lengths that agree", head("Content-Length: 0", "Content-Length: 0")],
  ["a list of lengths", head("Content-Length: 0, 0")],
  ["a length with a sign", head("Content-Length: +0")],
  ["a length in hexadecimal", head("Content-Length: 0x0")],
  ["a negative length", head("Content-Length: -1")],
  ["a length beyond all numbers", head("Content-Length: 99999999999999999999999")],
  ["chunks that are not the last coding", `${head("Transfer-Encoding: chunked, identity")}0\r\n\r\n`],
  ["a coding that hides chunks", `${head("Transfer-Encoding: xchunked")}0\r\n\r\n`],
  ["a blank before the colon", `${head("Transfer-Encoding : chunked")}0\r\n\r\n`],
  ["a header that is folded", `${head("Transfer-Encoding:\r\n chunked")}0\r\n\r\n`],
  ["a header that begins with a blank", `${head(" Content-Length: 4")}`],
  ["a lone LF between headers", head("X-One: 1\nContent-Length: 4")],
  ["a lone CR in a header", head("X-One: 1\rContent-Length: 4")],
  ["a NUL in a header", head("X-One: 1\0", "Content-Length: 4")],
  ["a chunk size that is none", `${head("Transfer-Encoding: chunked")}0x0\r\n\r\n`],
  ["a chunk size that overflows", `${head("Transfer-Encoding: chunked")}10000000000000000\r\n\r\n`],
  ["a chunk that ends in a lone LF", `${head("Transfer-Encoding: chunked")}0\n\n`],
  ["HTTP/0.9", "GET /api/mcp\r\n\r\n"],
])("%s", async (_, bytes) => {
  const { server, url, calls } = await serve({ limit: () => ({ allowed: true }) });
  const connection = new RawConnection(url);
  onTestFinished(async () => {
    connection.socket.destroy();
    await server.close(0);
  });
  connection.send(bytes + smuggled);
  const answer = await connection.answer();
  expect([answer.status, answer.headers.connection]).toEqual([400, "close"]);
  expect([await connection.end(), calls]).toEqual(["", []]);
});
