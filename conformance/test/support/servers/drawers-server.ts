/** Drawers on node:http alone: each may be in another one. */
import { randomBytes } from "node:crypto";
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const drawersCases = casesOf(`${import.meta.dirname}/drawers`);

export const drawersTokens = [
  { token: "drw.Wq2mLx8RzT4w", scopes: ["drawers"] },
  { token: "drw.Hd5sNb3YcL7p", scopes: [] as string[] },
];

/** Mistakes of a server that moves drawers. */
export type DrawersMistake =
  | "into-itself"
  | "into-a-child"
  | "into-a-grandchild"
  | "into-all"
  | "refused-and-moved"
  | "other-code"
  | "never-moves";

interface Drawer {
  readonly drawer_id: string;
  readonly name: string;
  readonly parent_id?: string;
}

type Input = { readonly drawer_id: string; readonly parent_id: string; readonly name: string };

/** The mistake that takes no notice of a drawer so far above the new parent. */
const mistakes: readonly DrawersMistake[] = ["into-itself", "into-a-child", "into-a-grandchild"];

/** Serves drawers on a free port of loopback. */
export function serveDrawers(mistake?: DrawersMistake): Promise<{ url: string; close(): Promise<void> }> {
  const drawers = new Map<string, Drawer>();

  function find(id: string): Drawer {
    const drawer = drawers.get(id);
    if (drawer === undefined) throw new Refused("missing", `There is no drawer ${id}.`);
    return drawer;
  }

  /** The drawer itself, and those that it is in, the nearest first. */
  function listAbove(id: string): string[] {
    const above: string[] = [];
    for (let at: string | undefined = id; at !== undefined && !above.includes(at); at = find(at).parent_id)
      above.push(at);
    return above;
  }

  const tools: Readonly<Record<string, (input: Input) => object>> = {
    make_drawer: ({ name }) => {
      const drawer = { drawer_id: `drw_${randomBytes(6).toString("hex")}`, name };
      drawers.set(drawer.drawer_id, drawer);
      return drawer;
    },
    get_drawer: ({ drawer_id }) => find(drawer_id),
    move_drawer: ({ drawer_id, parent_id }) => {
      const drawer = find(drawer_id);
      const depth = listAbove(parent_id).indexOf(drawer_id);
      const moved = { ...drawer, parent_id };
      if (mistake === "refused-and-moved") drawers.set(drawer_id, moved);
      const isOverlooked = mistake === "into-all" || (mistake !== undefined && mistakes[depth] === mistake);
      if (mistake === "never-moves" || (depth >= 0 && !isOverlooked))
        throw new Refused(mistake === "other-code" ? "missing" : "into_itself", `${parent_id} is in it.`);
      drawers.set(drawer_id, moved);
      return moved;
    },
  };
  return servePlain({ name: "drawers", cases: drawersCases, tokens: drawersTokens, tools });
}
