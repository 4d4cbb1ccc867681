/** The rules of `npm run size`: where a file counts, as what, and which room is above its ceiling. */

export type Kind = "source" | "tests" | "data" | "generated";
type Measure = "lines" | "assertions";

export interface CountedFile {
  readonly path: string;
  readonly lines: number;
  readonly assertions: number;
}

/** Lines and assertions are those of the source. */
export interface RoomCount {
  readonly room: string;
  readonly lines: number;
  readonly assertions: number;
  readonly tests: number;
  readonly data: number;
}

export interface Limit {
  readonly ceiling: number;
  /** A ceiling falls until it is at the budget. */
  readonly budget?: number;
}

/** What `.ci/size.json` holds: limits by room. */
export type Limits = Readonly<Record<Measure, Readonly<Record<string, Limit>>>>;

/** The built-in generator is a part of the form service, and counts in both. */
export const rooms: readonly { room: string; folders: readonly string[]; except?: string }[] = [
  { room: "runtime", folders: ["runtime"] },
  { room: "generator", folders: ["generator"] },
  { room: "suite", folders: ["conformance"], except: "conformance/faults" },
  { room: "faults", folders: ["conformance/faults"] },
  { room: "form service", folders: ["impl"] },
  { room: "built-in generator", folders: ["impl/ai/builtin"] },
  { room: "tools", folders: ["bench", "eval", ".ci"] },
  { room: "generated", folders: ["generated"] },
];

const measures: readonly { measure: Measure; unit: string; advice: string }[] = [
  { measure: "lines", unit: "lines", advice: "Delete or simplify as much in the same room" },
  {
    measure: "assertions",
    unit: "uses of `as` and `!`",
    advice: "Narrow the value, or give it its type where it is made",
  },
];

export function roomsOf(path: string): string[] {
  const isIn = (folder: string) => path.startsWith(`${folder}/`);
  return rooms
    .filter(({ folders, except }) => folders.some(isIn) && !(except && isIn(except)))
    .map(({ room }) => room);
}

/** `undefined` for files that are not counted: documentation, pictures. */
export function kindOf(path: string): Kind | undefined {
  if (/^(generated|impl\/web\/bundles)\//.test(path)) return "generated";
  if (/(^|\/)test\/|\.(test|proof|soak)\.tsx?$/.test(path)) return "tests";
  if (/\.(json|ya?ml)$/.test(path)) return "data";
  return /\.([cm]?[jt]sx?|css|html)$/.test(path) ? "source" : undefined;
}

export function countRooms(files: readonly CountedFile[]): RoomCount[] {
  return rooms.map(({ room }) => countAll(room, filesIn(room, files)));
}

/** The folders of the form service, which share one ceiling. */
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
  return files.filter(({ path }) => roomsOf(path).includes(room));
}

function countAll(room: string, files: readonly CountedFile[]): RoomCount {
  const ofKind = (kind: Kind) => files.filter(({ path }) => kindOf(path) === kind);
  const source = ofKind("source");
  return {
    room,
    lines: total(source, "lines"),
    assertions: total(source, "assertions"),
    tests: total(ofKind("tests"), "lines"),
    data: total(ofKind("data"), "lines") + total(ofKind("generated"), "lines"),
  };
}

/** One paragraph for each ceiling that is exceeded: where, by how much, and what to do. */
export function findings(files: readonly CountedFile[], limits: Limits): string[] {
  return countRooms(files).flatMap((count) =>
    measures.flatMap(({ measure, unit, advice }) => {
      const ceiling = limits[measure][count.room]?.ceiling ?? Number.POSITIVE_INFINITY;
      if (count[measure] <= ceiling) return [];
      const excess = `${count[measure] - ceiling} above the ceiling of ${ceiling}`;
      return `${count.room}: ${count[measure]} ${unit}, ${excess}. ${advice}. Most are in ${fullest(files, count.room, measure)}.`;
    }),
  );
}

/** The files of a room that a reader looks at first. */
function fullest(files: readonly CountedFile[], room: string, measure: Measure): string {
  return filesIn(room, files)
    .filter(({ path }) => kindOf(path) === "source")
    .toSorted((a, b) => b[measure] - a[measure])
    .slice(0, 5)
    .map((file) => `${file.path} (${file[measure]})`)
    .join(", ");
}

/** The ceilings at what is there now: never up, and never below a budget. */
export function lowered(limits: Limits, files: readonly CountedFile[]): Limits {
  const counts = new Map(countRooms(files).map((count) => [count.room, count]));
  const lower = (measure: Measure) =>
    Object.fromEntries(
      Object.entries(limits[measure]).map(([room, limit]) => {
        const floor = Math.max(counts.get(room)?.[measure] ?? 0, limit.budget ?? 0);
        return [room, { ...limit, ceiling: Math.min(limit.ceiling, floor) }];
      }),
    );
  return { lines: lower("lines"), assertions: lower("assertions") };
}

function total(files: readonly CountedFile[], measure: Measure): number {
  return files.reduce((sum, file) => sum + file[measure], 0);
}
