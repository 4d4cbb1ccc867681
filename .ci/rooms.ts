/** Assigns files to rooms and kinds for `npm run size`. */

export type Kind = "source" | "tests" | "data" | "generated";

export interface CountedFile {
  readonly path: string;
  readonly lines: number;
  readonly assertions: number;
}

/** The counts of a room. Lines and assertions count source files only. */
export interface RoomCount {
  readonly room: string;
  readonly lines: number;
  readonly assertions: number;
  readonly tests: number;
  readonly data: number;
}

export const rooms: readonly { room: string; folders: readonly string[]; except?: string }[] = [
  { room: "json-schema", folders: ["json-schema"] },
  { room: "runtime", folders: ["runtime"] },
  { room: "check", folders: ["check"] },
  { room: "generator", folders: ["generator"] },
  { room: "suite", folders: ["conformance"], except: "conformance/faults" },
  { room: "faults", folders: ["conformance/faults"] },
  { room: "form service", folders: ["impl"] },
  { room: "evidence", folders: ["evidence"] },
  { room: "tools", folders: [".ci"] },
  { room: "generated", folders: ["generated"] },
];

export function listRooms(path: string): string[] {
  const isIn = (folder: string) => path.startsWith(`${folder}/`);
  return rooms
    .filter(({ folders, except }) => folders.some(isIn) && !(except && isIn(except)))
    .map(({ room }) => room);
}

/** `undefined` for files that are not counted: documentation, pictures. */
export function findKind(path: string): Kind | undefined {
  if (/^(generated|impl\/web\/bundles)\//.test(path)) return "generated";
  if (/(^|\/)test\/|\.(test|proof|soak)\.tsx?$/.test(path)) return "tests";
  if (/\.(json|ya?ml)$/.test(path)) return "data";
  return /\.([cm]?[jt]sx?|css|html)$/.test(path) ? "source" : undefined;
}

export function countRooms(files: readonly CountedFile[]): RoomCount[] {
  return rooms.map(({ room }) => countAll(room, filesIn(room, files)));
}

/** The folders of the form service, the longest first. */
export function countFolders(files: readonly CountedFile[]): RoomCount[] {
  const byFolder = Map.groupBy(filesIn("form service", files), ({ path }) =>
    path.split("/").slice(0, -1).slice(0, 2).join("/"),
  );
  return [...byFolder]
    .map(([folder, members]) => countAll(folder, members))
    .filter(({ lines }) => lines > 0)
    .sort((a, b) => b.lines - a.lines);
}

function filesIn(room: string, files: readonly CountedFile[]): CountedFile[] {
  return files.filter(({ path }) => listRooms(path).includes(room));
}

function countAll(room: string, files: readonly CountedFile[]): RoomCount {
  const ofKind = (kind: Kind) => files.filter(({ path }) => findKind(path) === kind);
  const source = ofKind("source");
  return {
    room,
    lines: total(source, "lines"),
    assertions: total(source, "assertions"),
    tests: total(ofKind("tests"), "lines"),
    data: total(ofKind("data"), "lines") + total(ofKind("generated"), "lines"),
  };
}

function total(files: readonly CountedFile[], measure: "lines" | "assertions"): number {
  return files.reduce((sum, file) => sum + file[measure], 0);
}
