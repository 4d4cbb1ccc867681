import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A server that passes everything on to an endpoint with a header more, for clients that cannot be told to send it.
 * Resolves to the URL that stands for the endpoint. Ends with the test.
 *
 * @param header what to add to a request, by name
 */
export async function headerProxy(
  endpoint: string,
  header: () => Readonly<Record<string, string>>,
): Promise<string> {
  const { port, pathname } = new URL(endpoint);
  const proxy = createServer((asked, answered) => {
    const { method = "GET", url = "/", headers } = asked;
    const passed = request({
      host: "127.0.0.1",
      port,
      method,
      path: url,
      headers: { ...headers, ...header() },
      setHost: false,
    });
    passed.on("response", (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(answered);
    });
    passed.on("error", () => answered.destroy());
    answered.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${pathname}`;
}
