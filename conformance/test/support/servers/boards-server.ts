/** Boards on node:http alone, which accounts share with roles: guests read, writers pin notes, chairs rename. */
import { randomBytes } from "node:crypto";
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const boardsCases = casesOf(`${import.meta.dirname}/boards`);

export const boardsTokens = [
  { token: "brd.Wq2mLx8RzT4w", scopes: ["boards"] },
  { token: "brd.Hd5sNb3YcL7p", scopes: [] as string[] },
  { token: "brd.Pv1lSo9DnQ6g", scopes: ["boards"], account: "ben" },
];

const roles = ["guest", "writer", "chair", "owner"] as const;
type Role = (typeof roles)[number];

/** What a server does wrong with roles. */
export type BoardsMistake =
  | "guests-pin"
  | "chairs-drop"
  | "chairs-may-not-rename"
  | "guests-are-strangers"
  | "refused-and-renamed"
  | "old-role-counts"
  | "boards-are-closed-to-others"
  | "boards-are-closed";

interface Board {
  readonly owner: string;
  readonly roles: Map<string, Role>;
  readonly notes: string[];
  name: string;
}

type Input = {
  readonly board_id: string;
  readonly name: string;
  readonly note: string;
  readonly user: string;
  readonly role: Role;
};

/** Serves boards on a free port of loopback. */
export function serveBoards(mistake?: BoardsMistake): Promise<{ url: string; close(): Promise<void> }> {
  const boards = new Map<string, Board>();

  function find(id: string, account: string, needed: Role = "guest"): Board {
    const board = boards.get(id);
    const role = board?.owner === account ? "owner" : board?.roles.get(account);
    if (board === undefined || role === undefined) throw new Refused("missing", `There is no board ${id}.`);
    if (roles.indexOf(role) >= roles.indexOf(needed)) return board;
    throw new Refused(
      mistake === "guests-are-strangers" ? "missing" : "not_for_role",
      `This takes the role ${needed}.`,
    );
  }

  const show = (board_id: string, { name, notes }: Board) => ({ board_id, name, notes: [...notes] });

  const tools: Readonly<Record<string, (input: Input, account: string) => object>> = {
    make_board: ({ name }, owner) => {
      const id = `brd_${randomBytes(6).toString("hex")}`;
      const board = { owner, roles: new Map<string, Role>(), notes: [], name };
      boards.set(id, board);
      return show(id, board);
    },
    get_board: ({ board_id }, account) => show(board_id, find(board_id, account)),
    rename_board: ({ board_id, name }, account) => {
      if (mistake === "refused-and-renamed") find(board_id, account).name = name;
      const board = find(board_id, account, mistake === "chairs-may-not-rename" ? "owner" : "chair");
      board.name = name;
      return show(board_id, board);
    },
    pin_note: ({ board_id, note }, account) => {
      const board = find(board_id, account, mistake === "guests-pin" ? "guest" : "writer");
      const isClosed = mistake === "boards-are-closed-to-others" && board.owner !== account;
      if (isClosed || mistake === "boards-are-closed")
        throw new Refused("closed", "The board takes no notes any more.");
      board.notes.push(note);
      return show(board_id, board);
    },
    share_board: ({ board_id, user, role }, account) => {
      const board = find(board_id, account, "owner");
      const had = board.roles.get(user);
      const keeps = mistake === "old-role-counts" && had !== undefined;
      if (user !== account && !(keeps && roles.indexOf(had) > roles.indexOf(role)))
        board.roles.set(user, role);
      return show(board_id, board);
    },
    drop_board: ({ board_id }, account) => {
      const board = find(board_id, account, mistake === "chairs-drop" ? "chair" : "owner");
      boards.delete(board_id);
      return show(board_id, board);
    },
  };
  return servePlain({ name: "boards", cases: boardsCases, tokens: boardsTokens, tools });
}
