/**
 * A file system that passes everything on to a folder until it is told to fail, and a program that works on it. It speaks the
 * protocol of FUSE (linux/fuse.h, 7.31) on file descriptor 3, which is mounted by whoever starts this (failing-disk.ts).
 *
 * Arguments: the folder, and the command line of the program. A power cut ends the program at once, and takes back what was written
 * after the last fsync of each file. Names are never lost.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { basename, join } from "node:path";

/** The faults of the file system from now on; `{}` for none. Errors are numbers, as in `os.constants.errno`. */
export interface Fault {
  readonly read?: number;
  readonly write?: number;
  /** Applies only to operations that need space: new files, and writes beyond the end. */
  readonly grow?: number;
  readonly sync?: number;
  /** Creating, renaming and removing names. */
  readonly name?: number;
  /** One operation in this number fails; by default all fail. */
  readonly oneOf?: number;
  /** Writes store a part of their bytes, and say so. */
  readonly isShort?: boolean;
  readonly syncDelayMs?: number;
}

/** From now on; a share of what is not synced that a power cut leaves; a signal for the program. */
export type Message =
  | { readonly fault: Fault }
  | { readonly cut: number }
  | { readonly kill: NodeJS.Signals };

interface Node {
  readonly id: bigint;
  path: string;
}

interface File {
  readonly fd: number;
  readonly node: Node;
}

/** Takes back a write that is not synced. */
type Undo = () => void;

const IN_HEADER = 40;
const OUT_HEADER = 16;
const MAX_WRITE = 128 * 1024;
const ENOENT = 2;
const ENOSYS = 38;
const DIRECT_IO = 1;

const [root, command, ...args] = process.argv.slice(2) as [string, string, ...string[]];

let fault: Fault = {};
let operations = 0;

function failure(kind: "read" | "write" | "grow" | "sync" | "name"): number {
  const error = fault[kind];
  if (error === undefined) return 0;
  operations += 1;
  return operations % (fault.oneOf ?? 1) === 0 ? error : 0;
}

function failWith(errno: number): void {
  if (errno !== 0) throw Object.assign(new Error("on purpose"), { errno: -errno });
}

const nodes = new Map<bigint, Node>([[1n, { id: 1n, path: "" }]]);
const byPath = new Map<string, Node>([["", nodes.get(1n)!]]);
const files = new Map<bigint, File>();
const unsynced = new Map<Node, Undo[]>();
let nextId = 2n;

const placeOf = (path: string) => join(root, path);

function nodeAt(path: string): Node {
  const found = byPath.get(path);
  if (found) return found;
  const node = { id: nextId++, path };
  nodes.set(node.id, node);
  byPath.set(path, node);
  return node;
}

/** The shared memory of SQLite: mapped files cannot fail with an error. */
const isMapped = ({ path }: Node) => path.endsWith("-shm");

function openFile(node: Node): bigint {
  const fh = nextId++;
  files.set(fh, { fd: fs.openSync(placeOf(node.path), "r+"), node });
  return fh;
}

/** A structure of the protocol: a bigint is a u64, a number a u32. */
function struct(...values: readonly (bigint | number)[]): Buffer {
  const out = Buffer.alloc(
    values.reduce<number>((size, value) => size + (typeof value === "bigint" ? 8 : 4), 0),
  );
  let at = 0;
  for (const value of values)
    at = typeof value === "bigint" ? out.writeBigUInt64LE(value, at) : out.writeUInt32LE(value, at);
  return out;
}

function attributes(path: string): Buffer {
  const stats = fs.statSync(placeOf(path), { bigint: true });
  const times = [stats.atimeNs, stats.mtimeNs, stats.ctimeNs];
  const second = 1_000_000_000n;
  return struct(
    ...[stats.ino, stats.size, stats.blocks, ...times.map((time) => time / second)],
    ...times.map((time) => Number(time % second)),
    // Owner and group are those of the name space; no device, blocks of 4 kB, no flags.
    ...[Number(stats.mode), Number(stats.nlink), 0, 0, 0, 4096, 0],
  );
}

/** The kernel keeps nothing: whatever is asked comes here. */
function entry(node: Node): Buffer {
  return Buffer.concat([struct(node.id, 0n, 0n, 0n, 0, 0), attributes(node.path)]);
}

function opened(fh: bigint, node: Node): Buffer {
  return struct(fh, isMapped(node) ? 0 : DIRECT_IO, 0);
}

const attributesOut = (node: Node) => Buffer.concat([struct(0n, 0, 0), attributes(node.path)]);

const text = (bytes: Buffer) => bytes.toString("utf8").split("\0");

function remember(node: Node, undo: Undo): void {
  const undos = unsynced.get(node) ?? [];
  unsynced.set(node, undos);
  undos.push(undo);
}

/** Remembers the bytes of a range, and the size, before they change. */
function rememberRange(node: Node, fd: number, offset: number, length: number): void {
  if (isMapped(node)) return;
  const { size } = fs.fstatSync(fd);
  const before = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
  fs.readSync(fd, before, 0, before.length, offset);
  const place = placeOf(node.path);
  // Finds a file by its current path: a removed file has nothing to undo.
  remember(node, () => {
    if (!fs.existsSync(place)) return;
    const now = fs.openSync(place, "r+");
    fs.writeSync(now, before, 0, before.length, offset);
    fs.ftruncateSync(now, size);
    fs.closeSync(now);
  });
}

function write(body: Buffer): Buffer {
  const { fd, node } = files.get(body.readBigUInt64LE(0))!;
  const offset = Number(body.readBigUInt64LE(8));
  let length = body.readUInt32LE(16);
  if (!isMapped(node)) {
    failWith(failure("write"));
    if (offset + length > fs.fstatSync(fd).size) failWith(failure("grow"));
    if (fault.isShort && length > 1) length = Math.ceil(length / 2);
  }
  rememberRange(node, fd, offset, length);
  return struct(fs.writeSync(fd, body, 40, length, offset), 0);
}

function read(body: Buffer): Buffer {
  const { fd, node } = files.get(body.readBigUInt64LE(0))!;
  if (!isMapped(node)) failWith(failure("read"));
  const out = Buffer.alloc(body.readUInt32LE(16));
  return out.subarray(0, fs.readSync(fd, out, 0, out.length, Number(body.readBigUInt64LE(8))));
}

function setAttributes(node: Node, body: Buffer): Buffer {
  const valid = body.readUInt32LE(0);
  const [MODE, SIZE] = [1, 8];
  if (valid & SIZE) {
    if (!isMapped(node)) failWith(failure("write"));
    const size = Number(body.readBigUInt64LE(16));
    const fd = fs.openSync(placeOf(node.path), "r+");
    rememberRange(node, fd, size, Number.MAX_SAFE_INTEGER);
    fs.ftruncateSync(fd, size);
    fs.closeSync(fd);
  }
  if (valid & MODE) fs.chmodSync(placeOf(node.path), body.readUInt32LE(68) & 0o7777);
  return attributesOut(node);
}

function create(parent: Node, body: Buffer): Buffer {
  failWith(failure("name") || failure("grow"));
  const node = nodeAt(join(parent.path, text(body.subarray(16))[0]!));
  fs.closeSync(fs.openSync(placeOf(node.path), "w", body.readUInt32LE(4) & 0o7777));
  return Buffer.concat([entry(node), opened(openFile(node), node)]);
}

function forget(path: string): void {
  const node = byPath.get(path);
  byPath.delete(path);
  if (node) unsynced.delete(node);
}

function rename(from: string, to: string): Buffer {
  failWith(failure("name"));
  fs.renameSync(placeOf(from), placeOf(to));
  forget(to);
  for (const [path, node] of [...byPath]) {
    if (path !== from && !path.startsWith(`${from}/`)) continue;
    byPath.delete(path);
    node.path = to + path.slice(from.length);
    byPath.set(node.path, node);
  }
  return Buffer.alloc(0);
}

function remove(path: string, isFolder: boolean): Buffer {
  failWith(failure("name"));
  if (isFolder) fs.rmdirSync(placeOf(path));
  else fs.unlinkSync(placeOf(path));
  forget(path);
  return Buffer.alloc(0);
}

function list(node: Node, body: Buffer): Buffer {
  const offset = Number(body.readBigUInt64LE(8));
  const room = body.readUInt32LE(16);
  const out: Buffer[] = [];
  let bytes = 0;
  for (const [n, found] of fs.readdirSync(placeOf(node.path), { withFileTypes: true }).entries()) {
    const name = Buffer.from(found.name);
    if (n < offset) continue;
    const [FOLDER, FILE] = [4, 8];
    const head = struct(1n, BigInt(n + 1), name.length, found.isDirectory() ? FOLDER : FILE);
    const record = Buffer.concat([head, name, Buffer.alloc(-name.length & 7)]);
    bytes += record.length;
    if (bytes > room) break;
    out.push(record);
  }
  return Buffer.concat(out);
}

function room(): Buffer {
  const { blocks, bavail, files, ffree, bsize } = fs.statfsSync(root);
  const free = fault.grow === undefined ? bavail : 0;
  const counts = [blocks, free, free, files, ffree].map(BigInt);
  return struct(...counts, bsize, 255, bsize, 0, 0n, 0n, 0n);
}

function initialise(body: Buffer): Buffer {
  const BIG_WRITES = 1 << 5;
  return struct(7, 31, body.readUInt32LE(8), BIG_WRITES, 0, MAX_WRITE, 1, ...Array(9).fill(0));
}

function sync(body: Buffer): Buffer {
  failWith(failure("sync"));
  const file = files.get(body.readBigUInt64LE(0));
  if (file) unsynced.delete(file.node);
  return Buffer.alloc(0);
}

function release(body: Buffer): Buffer {
  const fh = body.readBigUInt64LE(0);
  const file = files.get(fh);
  if (file) fs.closeSync(file.fd);
  files.delete(fh);
  return Buffer.alloc(0);
}

function makeFolder(parent: Node, body: Buffer): Buffer {
  failWith(failure("name") || failure("grow"));
  const node = nodeAt(join(parent.path, text(body.subarray(8))[0]!));
  fs.mkdirSync(placeOf(node.path), body.readUInt32LE(0) & 0o7777);
  return entry(node);
}

function link(parent: Node, body: Buffer): Buffer {
  failWith(failure("name"));
  const node = nodeAt(join(parent.path, text(body.subarray(8))[0]!));
  fs.linkSync(placeOf(nodes.get(body.readBigUInt64LE(0))!.path), placeOf(node.path));
  return entry(node);
}

function lookUp(parent: Node, body: Buffer): Buffer {
  const path = join(parent.path, text(body)[0]!);
  fs.statSync(placeOf(path));
  return entry(nodeAt(path));
}

function renamed(parent: Node, body: Buffer, names: number): Buffer {
  const [from = "", to = ""] = text(body.subarray(names));
  return rename(join(parent.path, from), join(nodes.get(body.readBigUInt64LE(0))!.path, to));
}

const nothing = () => Buffer.alloc(0);

type Answer = (node: Node, body: Buffer) => Buffer;

/** The operations by the numbers of their opcodes. */
const answers: Readonly<Record<number, Answer>> = {
  1: lookUp,
  3: attributesOut,
  4: setAttributes,
  9: makeFolder,
  10: (parent, body) => remove(join(parent.path, text(body)[0]!), false),
  11: (parent, body) => remove(join(parent.path, text(body)[0]!), true),
  12: (parent, body) => renamed(parent, body, 8),
  13: link,
  14: (node) => opened(openFile(node), node),
  15: (_, body) => read(body),
  16: (_, body) => write(body),
  17: room,
  18: (_, body) => release(body),
  20: (_, body) => sync(body),
  25: nothing,
  26: (_, body) => initialise(body),
  27: (node) => opened(0n, node),
  28: list,
  29: nothing,
  30: nothing,
  35: create,
  45: (parent, body) => renamed(parent, body, 16),
};

/** FORGET, INTERRUPT and BATCH_FORGET have no reply. */
const silent: ReadonlySet<number> = new Set([2, 36, 42]);

function answer(request: Buffer): void {
  const opcode = request.readUInt32LE(4);
  if (silent.has(opcode)) return;
  let [errno, body] = [0, Buffer.alloc(0)];
  try {
    const node = nodes.get(request.readBigUInt64LE(16));
    const handle = answers[opcode];
    if (handle === undefined) errno = -ENOSYS;
    else body = handle(node!, request.subarray(IN_HEADER)) as typeof body;
  } catch (error) {
    errno = (error as NodeJS.ErrnoException).errno ?? -ENOENT;
  }
  const length = OUT_HEADER + (errno === 0 ? body.length : 0);
  const head = struct(length, errno >>> 0, request.readBigUInt64LE(8));
  const reply = errno === 0 ? Buffer.concat([head, body]) : head;
  const send = () => {
    // The request may have been interrupted meanwhile.
    try {
      fs.writeSync(3, reply);
    } catch {}
  };
  const isSync = opcode === 20;
  if (isSync && fault.syncDelayMs !== undefined) setTimeout(send, fault.syncDelayMs);
  else send();
}

const buffer = Buffer.alloc(MAX_WRITE + 4096);
function serve(): void {
  fs.read(3, buffer, 0, buffer.length, null, (error, bytes) => {
    // Unmounted.
    if (error?.code === "ENODEV") return;
    if (!error) answer(Buffer.from(buffer.subarray(0, bytes)));
    serve();
  });
}

serve();
const program = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
const ended = once(program, "close");

/** A read of the device that waits keeps a process from ending in any other way. */
function endWith(message: object): void {
  process.send!(message, () => process.kill(process.pid, "SIGKILL"));
}

/** Kills the program and undoes unsynced writes: each file keeps the first part of its writes, in this share. */
async function cutPower(share: number): Promise<void> {
  program.kill("SIGKILL");
  await ended;
  for (const undos of unsynced.values())
    for (const undo of undos.slice(Math.floor(undos.length * share)).reverse()) undo();
  endWith({ lost: [...unsynced.keys()].map(({ path }) => basename(path)) });
}

let isCut = false;
process.on("message", async (message: Message) => {
  if ("kill" in message) return void program.kill(message.kill);
  if ("cut" in message) {
    isCut = true;
    return cutPower(message.cut);
  }
  fault = message.fault;
  operations = 0;
  process.send!("set");
});
const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
if (!isCut) endWith({ ended: code ?? signal });
