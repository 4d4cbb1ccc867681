/** A wardrobe on node:http alone: cloth that is cut and moved, members who are blocked, and hires that are handed out from their first day on. */
import { casesOf } from "../../notes-server.ts";
import { Refused, servePlain } from "../plain-server.ts";

export const wardrobeCases = casesOf(`${import.meta.dirname}/spec`);

export const wardrobeTokens = [{ token: "war.Kd7tQx2nVb8m", scopes: ["wardrobe"] }];

/** Mistakes of the server. */
export type WardrobeMistake =
  | "unblocking-clears-phone"
  | "cuts-what-is-not-there"
  | "counting-moves-cloth"
  | "hand-out-is-forgotten"
  | "offers-to-the-last"
  | "lists-what-is-enough";

interface Member {
  readonly member_id: number;
  readonly phone: string;
  status: "active" | "blocked";
  blocked_because?: string | undefined;
}

interface Cloth {
  readonly cloth_id: number;
  shelf_id: number;
  /** The cloth of which it was cut. */
  readonly cut_from_id: number | null;
  yards: number;
  status: "stored" | "damp";
}

interface Hire {
  readonly hire_id: number;
  readonly cloth_id: number;
  readonly member_id: number;
  readonly from_day: string;
  status: "booked" | "out" | "back";
}

interface Wish {
  readonly wish_id: number;
  readonly cloth_id: number;
  status: "waiting" | "offered" | "taken";
}

/** The number of yards below which cloth is scarce. */
const enough = 5;

class Wardrobe {
  readonly #mistake: WardrobeMistake | undefined;
  readonly #members: Member[] = [];
  readonly #shelves: { readonly shelf_id: number }[] = [];
  readonly #cloths: Cloth[] = [];
  readonly #hires: Hire[] = [];
  readonly #wishes: Wish[] = [];

  constructor(mistake: WardrobeMistake | undefined) {
    this.#mistake = mistake;
  }

  readonly tools = {
    add_member: ({ phone }: { phone: string }) => {
      this.#members.push({ member_id: this.#members.length + 1, phone, status: "active" });
      return { member: { ...this.#members.at(-1)! } };
    },
    get_member: ({ member_id }: Pick<Member, "member_id">) => ({
      member: { ...find(this.#members, member_id) },
    }),
    block_member: ({ member_id, reason }: { member_id: number; reason: string }) => {
      const member = find(this.#members, member_id);
      if (member.status === "blocked") throw new Refused("blocked", "The member is blocked.");
      Object.assign(member, { status: "blocked", blocked_because: reason });
      return { member: { ...member } };
    },
    unblock_member: ({ member_id }: Pick<Member, "member_id">) => {
      const member = find(this.#members, member_id);
      if (member.status === "active") throw new Refused("blocked", "The member is not blocked.");
      member.status = "active";
      delete member.blocked_because;
      if (this.#mistake === "unblocking-clears-phone") Object.assign(member, { phone: null });
      return { member: { ...member } };
    },
    add_shelf: () => {
      this.#shelves.push({ shelf_id: this.#shelves.length + 1 });
      return { shelf_id: this.#shelves.length };
    },
    add_cloth: ({ shelf_id, yards }: Pick<Cloth, "shelf_id" | "yards">) => {
      find(this.#shelves, shelf_id);
      return { cloth: this.#add({ shelf_id, yards, cut_from_id: null }) };
    },
    get_cloth: ({ cloth_id }: Pick<Cloth, "cloth_id">) => ({ cloth: { ...find(this.#cloths, cloth_id) } }),
    list_cloths: () => ({ cloths: this.#cloths.map((each) => ({ ...each })) }),
    list_scarce: () => {
      const most = this.#mistake === "lists-what-is-enough" ? enough : enough - 1;
      const scarce = this.#cloths.filter(({ yards }) => yards <= most);
      return { cloths: scarce.map(({ cloth_id, yards }) => ({ cloth_id, yards })) };
    },
    count_cloth: ({ cloth_id, yards }: Pick<Cloth, "cloth_id" | "yards">) => {
      const cloth = find(this.#cloths, cloth_id);
      cloth.yards = yards;
      if (this.#mistake === "counting-moves-cloth") cloth.shelf_id = this.#shelves.length + 1;
      return { cloth: { ...cloth } };
    },
    soak_cloth: ({ cloth_id, lost }: { cloth_id: number; lost: number }) => {
      const cloth = find(this.#cloths, cloth_id);
      if (cloth.status === "damp") throw new Refused("damp", "The cloth is damp.");
      if (lost > cloth.yards) throw new Refused("not_enough", "There is less.");
      Object.assign(cloth, { status: "damp", yards: cloth.yards - lost });
      return { cloth: { ...cloth } };
    },
    cut_cloth: ({
      cloth_id,
      to_shelf_id,
      yards,
    }: {
      cloth_id: number;
      to_shelf_id: number;
      yards: number;
    }) => {
      const cloth = find(this.#cloths, cloth_id);
      find(this.#shelves, to_shelf_id);
      if (to_shelf_id === cloth.shelf_id) throw new Refused("same_shelf", "It is on this shelf.");
      const isThere = yards <= cloth.yards || this.#mistake === "cuts-what-is-not-there";
      if (!isThere) throw new Refused("not_enough", "There is less.");
      cloth.yards = Math.max(0, cloth.yards - yards);
      return { piece: this.#add({ shelf_id: to_shelf_id, yards, cut_from_id: cloth_id }) };
    },
    book_hire: ({ cloth_id, member_id, from_day }: Pick<Hire, "cloth_id" | "member_id" | "from_day">) => {
      find(this.#cloths, cloth_id);
      find(this.#members, member_id);
      const hire_id = this.#hires.length + 1;
      this.#hires.push({ hire_id, cloth_id, member_id, from_day, status: "booked" });
      return { hire: { ...this.#hires.at(-1)! } };
    },
    get_hire: ({ hire_id }: Pick<Hire, "hire_id">) => ({ hire: { ...find(this.#hires, hire_id) } }),
    list_hires: ({ cloth_id }: { cloth_id?: number }) => ({
      hires: this.#hires
        .filter((each) => (cloth_id ?? each.cloth_id) === each.cloth_id)
        .map((each) => ({ ...each })),
    }),
    hand_out: ({ hire_id }: Pick<Hire, "hire_id">) => {
      const hire = find(this.#hires, hire_id);
      if (hire.status !== "booked") throw new Refused("not_now", "The hire is not booked.");
      if (hire.from_day > new Date().toISOString().slice(0, 10))
        throw new Refused("too_early", "It begins later.");
      if (this.#mistake !== "hand-out-is-forgotten") hire.status = "out";
      return { hire: { ...hire, status: "out" } };
    },
    take_back: ({ hire_id }: Pick<Hire, "hire_id">) => {
      const hire = find(this.#hires, hire_id);
      if (hire.status !== "out") throw new Refused("not_now", "The hire is not out.");
      hire.status = "back";
      const waiting = this.#wishes.filter(
        (each) => each.cloth_id === hire.cloth_id && each.status === "waiting",
      );
      const next = waiting.at(this.#mistake === "offers-to-the-last" ? -1 : 0);
      if (next !== undefined) next.status = "offered";
      return { hire: { ...hire } };
    },
    add_wish: ({ cloth_id }: Pick<Wish, "cloth_id">) => {
      find(this.#cloths, cloth_id);
      const isOut = this.#hires.some((each) => each.cloth_id === cloth_id && each.status === "out");
      if (!isOut) throw new Refused("in_store", "It is here.");
      this.#wishes.push({ wish_id: this.#wishes.length + 1, cloth_id, status: "waiting" });
      return { wish: { ...this.#wishes.at(-1)! } };
    },
    get_wish: ({ wish_id }: Pick<Wish, "wish_id">) => ({ wish: { ...find(this.#wishes, wish_id) } }),
    take_offer: ({ wish_id }: Pick<Wish, "wish_id">) => {
      const wish = find(this.#wishes, wish_id);
      if (wish.status !== "offered") throw new Refused("not_now", "Nothing is offered.");
      wish.status = "taken";
      return { wish: { ...wish } };
    },
  };

  #add(cloth: Pick<Cloth, "shelf_id" | "yards" | "cut_from_id">): Cloth {
    this.#cloths.push({ cloth_id: this.#cloths.length + 1, ...cloth, status: "stored" });
    return { ...this.#cloths.at(-1)! };
  }
}

function find<Value>(all: readonly Value[], id: number): Value {
  const found = all[id - 1];
  if (found === undefined) throw new Refused("missing", `There is no ${id}.`);
  return found;
}

/** Serves a wardrobe on a free port of loopback. */
export function serveWardrobe(mistake?: WardrobeMistake): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Wardrobe(mistake);
  return servePlain({ name: "wardrobe", cases: wardrobeCases, tokens: wardrobeTokens, tools });
}
