/** A DNS server on loopback that knows one name, and never answers about any other. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

export const KNOWN_NAME = "known.example";
export const KNOWN_ADDRESS = "93.184.215.14";

export interface DnsServer {
  /** `address:port` */
  readonly address: string;
  /** The names that were asked for, in turn; each attempt counts. */
  readonly asked: readonly string[];
  close(): void;
}

export async function startDns(): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    if (name !== KNOWN_NAME) return;
    const addresses = type === 1 ? [KNOWN_ADDRESS] : [];
    socket.send(answerTo(query, end, addresses), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => void socket.close() };
}

/** RFC 1035, section 4.1.2. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, end: number, addresses: readonly string[]): Buffer {
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]),
  );
  return Buffer.concat([head, query.subarray(12, end), ...records]);
}
