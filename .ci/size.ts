/** `npm run size`: prints lines and type assertions by room. It is no gate. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countAssertions } from "./assertions.ts";
import { type CountedFile, countFolders, countRooms, findKind, type RoomCount, rooms } from "./rooms.ts";

const repository = join(import.meta.dirname, "..");

process.stdout.write(table(countedFiles()));

function countedFiles(): CountedFile[] {
  const folders = rooms.flatMap((room) => room.folders);
  return folders
    .filter((folder) => !folders.some((outer) => folder.startsWith(`${outer}/`)))
    .flatMap(filesBelow)
    .filter((path) => findKind(path) !== undefined)
    .map(countFile);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return path;
    return isCopied(path) ? [] : filesBelow(path);
  });
}

/** Tells whether npm or the build created the folder. */
function isCopied(path: string): boolean {
  return /\/(node_modules|dist)$/.test(path) || path === "generator/guide";
}

function countFile(path: string): CountedFile {
  const text = readFileSync(join(repository, path), "utf8");
  const isModule = findKind(path) === "source" && /\.tsx?$/.test(path);
  return { path, lines: text.split("\n").length - 1, assertions: isModule ? countAssertions(path, text) : 0 };
}

function table(files: readonly CountedFile[]): string {
  const heads = ["room", "lines", "as and !", "tests", "data"];
  const rows = countRooms(files).flatMap((count) => [
    row(count),
    ...(count.room === "form service" ? countFolders(files).map(folderRow) : []),
  ]);
  return [heads, ...rows]
    .map(([room = "", ...cells]) => `${room.padEnd(24)}${cells.map(right).join("")}\n`)
    .join("");
}

function row({ room, lines, assertions, tests, data }: RoomCount): string[] {
  return [room, ...[lines, assertions, tests, data].map((value) => value.toLocaleString("en-US"))];
}

function folderRow(count: RoomCount): string[] {
  return row({ ...count, room: `  ${count.room}` });
}

function right(cell: string): string {
  return cell.padStart(10);
}
