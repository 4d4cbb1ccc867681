/** `npm run size`: lines and type assertions by room, beside their ceilings. Exits with 1 if one is exceeded. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countAssertions } from "./assertions.ts";
import {
  type CountedFile,
  countFolders,
  countRooms,
  findings,
  kindOf,
  type Limit,
  type Limits,
  lowered,
  type RoomCount,
  rooms,
} from "./rooms.ts";

const repository = join(import.meta.dirname, "..");
const limitsFile = join(import.meta.dirname, "size.json");
const lowerOption = "--lower";

const options = process.argv.slice(2);
if (options.some((option) => option !== lowerOption)) {
  process.stderr.write(`Usage: npm run size [-- ${lowerOption}]\n`);
  process.exit(2);
}
process.exitCode = report(options.includes(lowerOption));

function report(lower: boolean): number {
  const files = countedFiles();
  const before: Limits = JSON.parse(readFileSync(limitsFile, "utf8"));
  const limits = lower ? lowered(before, files) : before;
  if (lower) writeFileSync(limitsFile, `${JSON.stringify(limits, null, 2)}\n`);
  process.stdout.write(table(files, limits));
  const exceeded = findings(files, limits);
  for (const finding of exceeded) process.stderr.write(`\n${finding}\n`);
  if (exceeded.length > 0) process.stderr.write("\nCONTRIBUTING.md (Size) says what the ceilings are for.\n");
  return exceeded.length > 0 ? 1 : 0;
}

function countedFiles(): CountedFile[] {
  const folders = rooms.flatMap((room) => room.folders);
  return folders
    .filter((folder) => !folders.some((outer) => folder.startsWith(`${outer}/`)))
    .flatMap(filesBelow)
    .filter((path) => kindOf(path) !== undefined)
    .map(countFile);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return path;
    return isCopied(path) ? [] : filesBelow(path);
  });
}

/** What npm and the build put there. */
function isCopied(path: string): boolean {
  return /\/(node_modules|dist)$/.test(path) || path === "generator/guide";
}

function countFile(path: string): CountedFile {
  const text = readFileSync(join(repository, path), "utf8");
  const isModule = kindOf(path) === "source" && /\.tsx?$/.test(path);
  return { path, lines: text.split("\n").length - 1, assertions: isModule ? countAssertions(path, text) : 0 };
}

function table(files: readonly CountedFile[], limits: Limits): string {
  const heads = ["room", "lines", "ceiling", "budget", "as and !", "ceiling", "tests", "data"];
  const rows = countRooms(files).flatMap((count) => [
    row(count, limits.lines[count.room], limits.assertions[count.room]),
    ...(count.room === "form service" ? countFolders(files).map(folderRow) : []),
  ]);
  return [heads, ...rows]
    .map(([room, ...cells]) => `${room!.padEnd(24)}${cells.map(right).join("")}\n`)
    .join("");
}

function row(count: RoomCount, lines?: Limit, assertions?: Limit): string[] {
  const numbers = [
    lines?.ceiling,
    lines?.budget,
    count.assertions,
    assertions?.ceiling,
    count.tests,
    count.data,
  ];
  return [count.room, ...[count.lines, ...numbers].map((value) => value?.toLocaleString("en-US") ?? "")];
}

function folderRow(count: RoomCount): string[] {
  return row({ ...count, room: `  ${count.room}` });
}

function right(cell: string): string {
  return cell.padStart(10);
}
