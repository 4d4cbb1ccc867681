/**
 * Boards on node:http alone, which accounts share with roles: guests read, writers pin notes, chairs rename. While an account is at work on
 * a board, others do not rename it.
 */

import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CaseFile } from "../../../cases/format.ts";
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const boardsCases = casesOf(`${import.meta.dirname}/boards`);

/** The cases of boards that all accounts see and change. */
export function makeOpenCases(): CaseFile {
  const folder = mkdtempSync(join(tmpdir(), "boards-"));
  try {
    cpSync(`${import.meta.dirname}/boards`, folder, { recursive: true });
    const service = readFileSync(join(folder, "service.yaml"), "utf8");
    const open = service.replace(/ {4}private: missing\n/, "").replace(/ {4}shared_by:\n( {6}.*\n)+/, "");
    writeFileSync(join(folder, "service.yaml"), open);
    return casesOf(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const boardsTokens = [
  { token: "brd.Wq2mLx8RzT4w", scopes: ["boards"] },
  { token: "brd.Hd5sNb3YcL7p", scopes: [] as string[] },
  { token: "brd.Pv1lSo9DnQ6g", scopes: ["boards"], account: "ben" },
  { token: "brd.Kt7vGa2FhM5x", scopes: ["boards"], account: "other" },
];

const roles = ["guest", "writer", "chair", "owner"] as const;
type Role = (typeof roles)[number];

/** Mistakes of a server with roles and turns. */
export type BoardsMistake =
  | "guests-pin"
  | "chairs-drop"
  | "chairs-may-not-rename"
  | "guests-are-strangers"
  | "refused-and-renamed"
  | "old-role-counts"
  | "boards-are-closed-to-others"
  | "boards-are-closed"
  | "anybody-ends"
  | "others-rename-meanwhile"
  | "refused-and-renamed-meanwhile"
  | "nobody-renames-meanwhile"
  | "work-never-ends"
  | "writers-see-members"
  | "chairs-see-no-members"
  | "chairs-see-other-members"
  | "all-but-owners-see-members";

interface Board {
  readonly owner: string;
  readonly roles: Map<string, Role>;
  readonly notes: string[];
  name: string;
  /** The account that is at work. */
  user: string | undefined;
  /** The last account that was at work. */
  lastUser?: string;
}

type Input = {
  readonly board_id: string;
  readonly name: string;
  readonly note: string;
  readonly user: string;
  readonly role: Role;
  readonly action: "begin" | "end";
};

/** Serves boards on a free port of loopback. @param isOpen whether all accounts see and change each board */
export function serveBoards(
  mistake?: BoardsMistake,
  isOpen = false,
): Promise<{ url: string; close(): Promise<void> }> {
  const boards = new Map<string, Board>();

  function findRole(board: Board, account: string): Role | undefined {
    return isOpen || board.owner === account ? "owner" : board.roles.get(account);
  }

  function find(id: string, account: string, needed: Role = "guest"): Board {
    const board = boards.get(id);
    const role = board && findRole(board, account);
    if (board === undefined || role === undefined) throw new Refused("missing", `There is no board ${id}.`);
    if (roles.indexOf(role) >= roles.indexOf(needed)) return board;
    throw new Refused(
      mistake === "guests-are-strangers" ? "missing" : "not_for_role",
      `This takes the role ${needed}.`,
    );
  }

  function needFree({ user, lastUser }: Board, account: string): void {
    const holder = mistake === "work-never-ends" ? (user ?? lastUser) : user;
    const isBlocked = holder !== undefined && holder !== account;
    const isOwnBlocked = mistake === "nobody-renames-meanwhile" && user === account;
    if (isBlocked || isOwnBlocked) throw new Refused("in_use", `${holder} is at work on the board.`);
  }

  const seesMembers =
    mistake === "writers-see-members" ? "writer" : mistake === "chairs-see-no-members" ? "owner" : "chair";

  const show = (board_id: string, { name, notes, user }: Board) => ({
    board_id,
    name,
    notes: [...notes],
    work: user === undefined ? "none" : "begun",
  });

  const tools: Readonly<Record<string, (input: Input, account: string) => object>> = {
    make_board: ({ name }, owner) => {
      const id = `brd_${randomBytes(6).toString("hex")}`;
      const board = { owner, roles: new Map<string, Role>(), notes: [], name, user: undefined };
      boards.set(id, board);
      return show(id, board);
    },
    get_board: ({ board_id }, account) => {
      const board = find(board_id, account);
      const role = findRole(board, account)!;
      const isHidden =
        mistake === "all-but-owners-see-members"
          ? role === "owner"
          : roles.indexOf(role) < roles.indexOf(seesMembers);
      if (isHidden) return show(board_id, board);
      const isOther = mistake === "chairs-see-other-members" && board.owner !== account;
      return { ...show(board_id, board), members: isOther ? ["nobody"] : [...board.roles.keys()] };
    },
    rename_board: ({ board_id, name }, account) => {
      if (mistake === "refused-and-renamed") find(board_id, account).name = name;
      const board = find(board_id, account, mistake === "chairs-may-not-rename" ? "owner" : "chair");
      if (mistake === "refused-and-renamed-meanwhile") board.name = name;
      if (mistake !== "others-rename-meanwhile") needFree(board, account);
      board.name = name;
      return show(board_id, board);
    },
    use_board: ({ board_id, action }, account) => {
      const board = find(board_id, account, "writer");
      if (mistake !== "anybody-ends" && board.user !== undefined && board.user !== account)
        throw new Refused("in_use", `${board.user} is at work on the board.`);
      if ((board.user === undefined) !== (action === "begin"))
        throw new Refused("not_in_use", "You are at work on it already, or nobody is.");
      board.lastUser = account;
      board.user = action === "begin" ? account : undefined;
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
