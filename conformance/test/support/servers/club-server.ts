/** Teams and their members on node:http alone: ids of dashed groups, phone numbers behind a scope, and members who change teams. */
import { randomInt } from "node:crypto";
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const clubCases = casesOf(`${import.meta.dirname}/club`);

export const clubTokens = [
  { token: "clb.Wq2mLx8RzT4w", scopes: ["club", "phones"] },
  { token: "clb.Hd5sNb3YcL7p", scopes: ["club"] },
  { token: "clb.Pv1lSo9DnQ6g", scopes: ["club", "phones"], account: "other" },
];

export interface ClubOptions {
  /** No member changes the team, and arguments are refused by a library, without a code. */
  readonly isClosed?: boolean;
  readonly mistake?: /** Members are found in all accounts. */
    | "members-of-others"
    /** Phone numbers are shown to all callers. */
    | "open-phones"
    /** Phone numbers are shown to nobody. */
    | "no-phones"
    /** The sizes of a kit are lost. */
    | "loses-sizes"
    /** A list by name has the members of all teams. */
    | "one-filter";
}

interface Kit {
  readonly name: string;
  readonly sizes?: readonly string[];
}

interface Member {
  readonly account: string;
  readonly member: string;
  team: number;
  readonly name: string;
  readonly joined: string;
  readonly phone?: string | undefined;
  readonly kit: readonly Kit[];
}

interface Squad {
  readonly account: string;
  readonly squad: number;
  readonly members: readonly string[];
  players: readonly string[];
}

/** What selects the members of a list. */
interface Filters {
  readonly team: number;
  readonly name: string;
  readonly since: string;
}

type Input = Omit<Member, "account"> & {
  readonly squad: number;
  readonly members: readonly string[];
  readonly since?: string;
  readonly size?: number;
  readonly cursor?: string;
};

class Club {
  readonly #mistake: ClubOptions["mistake"];
  readonly #isClosed: boolean;
  readonly #teams: { readonly account: string; readonly name: string }[] = [];
  readonly #members = new Map<string, Member>();
  readonly #squads: Squad[] = [];

  constructor({ mistake, isClosed = false }: ClubOptions) {
    this.#isClosed = isClosed;
    this.#mistake = mistake;
  }

  readonly tools: Readonly<
    Record<string, (input: Input, account: string, scopes: readonly string[]) => object>
  > = {
    found_team: ({ name }, account) => ({ team: this.#teams.push({ account, name }), name }),
    get_team: ({ team }, account) => this.#findTeam(team, account),
    join_team: ({ team, name, joined, phone, kit }, account, scopes) => {
      this.#findTeam(team, account);
      const member = {
        account,
        member: makeId(),
        team,
        name,
        joined,
        phone,
        kit: kit.map((each) => this.#keep(each)),
      };
      this.#members.set(member.member, member);
      return this.#show(member, scopes);
    },
    get_member: ({ member }, account, scopes) => this.#show(this.#findMember(member, account), scopes),
    list_members: ({ cursor, size = 3, ...filters }, account, scopes) => {
      const own = [...this.#members.values()].filter(
        (each) => each.account === account && this.#isListed(each, filters),
      );
      const first = cursor === undefined ? 0 : own.findIndex((each) => each.member === cursor) + 1;
      if (cursor !== undefined && first === 0)
        throw new Refused("missing", `No page begins after ${cursor}.`);
      const members = own.slice(first, first + size).map((each) => this.#show(each, scopes));
      return { members, ...(own.length > first + size && { next: own[first + size - 1]!.member }) };
    },
    change_team: ({ member, team }, account, scopes) => {
      const found = this.#findMember(member, account);
      this.#findTeam(team, account);
      if (found.team === team || this.#isClosed)
        throw new Refused("same_team", `${member} is in the team ${team}.`);
      found.team = team;
      return this.#show(found, scopes);
    },
  };

  readonly squadTools: Readonly<Record<string, (input: Input, account: string) => object>> = {
    form_squad: ({ members }, account) => {
      for (const member of members) this.#findMember(member, account);
      const squad = { account, squad: this.#squads.length + 1, members, players: [] };
      this.#squads.push(squad);
      return withoutAccount(squad);
    },
    get_squad: ({ squad }, account) => withoutAccount(this.#findSquad(squad, account)),
    pick_players: ({ squad, members }, account) => {
      const found = this.#findSquad(squad, account);
      for (const member of members) {
        this.#findMember(member, account);
        if (!found.members.includes(member))
          throw new Refused("not_in_squad", `${member} is in another squad.`);
      }
      found.players = members;
      return withoutAccount(found);
    },
  };

  #isListed(member: Member, { team, name, since }: Partial<Filters>): boolean {
    const isNamed = name === undefined || member.name.toLowerCase().includes(name.toLowerCase());
    const isOfTeam = team === undefined || member.team === team;
    const isSince = since === undefined || member.joined >= since;
    const isOneIgnored = this.#mistake === "one-filter" && name !== undefined;
    return isNamed && isSince && (isOfTeam || isOneIgnored);
  }

  #findSquad(squad: number, account: string): Squad {
    const found = this.#squads[squad - 1];
    if (found?.account !== account) throw new Refused("missing", `There is no squad ${squad}.`);
    return found;
  }

  /** What a kit leaves out is written out. */
  #keep({ name, sizes = [] }: Kit): Kit {
    return { name, sizes: this.#mistake === "loses-sizes" ? [] : sizes };
  }

  #findTeam(team: number, account: string): object {
    const found = this.#teams[team - 1];
    if (found?.account !== account) throw new Refused("missing", `There is no team ${team}.`);
    return { team, name: found.name };
  }

  #findMember(id: string, account: string): Member {
    const found = this.#members.get(id);
    const isSeen = found?.account === account || this.#mistake === "members-of-others";
    if (found === undefined || !isSeen) throw new Refused("missing", `There is no member ${id}.`);
    return found;
  }

  #show({ account: _, phone, ...rest }: Member, scopes: readonly string[]): object {
    const isSeen = this.#mistake === "open-phones" || scopes.includes("phones");
    const isShown = phone !== undefined && isSeen && this.#mistake !== "no-phones";
    return { ...rest, ...(isShown && { phone }) };
  }
}

function withoutAccount({ account: _, ...rest }: Squad): object {
  return rest;
}

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

function makeId(): string {
  const makeGroup = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return `CLUB-${makeGroup()}-${makeGroup()}`;
}

/** Serves a club on a free port of loopback. */
export function serveClub(options: ClubOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  const { tools, squadTools } = new Club(options);
  return servePlain({
    name: "club",
    cases: clubCases,
    tokens: clubTokens,
    tools: { ...tools, ...squadTools },
    ...(options.isClosed && { hasNoInputCode: true }),
  });
}
