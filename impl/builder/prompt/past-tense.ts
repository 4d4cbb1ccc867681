/** Gives the base form of English verbs in the past: "noticed" -> "notice". */

/** English verbs in the past -> their base form, where dropping "ed" does not give it. */
const BASE: Readonly<Record<string, string>> = {
  heard: "hear",
  liked: "like",
  found: "find",
  bought: "buy",
  came: "come",
  got: "get",
  chose: "choose",
  used: "use",
  felt: "feel",
  thought: "think",
  saw: "see",
  experienced: "experience",
  purchased: "purchase",
  went: "go",
  did: "do",
  said: "say",
  met: "meet",
  paid: "pay",
  spent: "spend",
  ate: "eat",
  knew: "know",
  took: "take",
  left: "leave",
  made: "make",
  disliked: "dislike",
  began: "begin",
  broke: "break",
  cost: "cost",
  created: "create",
  gave: "give",
  had: "have",
  joined: "join",
  lost: "lose",
  slept: "sleep",
  stayed: "stay",
  visited: "visit",
  wanted: "want",
  wrote: "write",
  escaped: "escape",
  hoped: "hope",
  taught: "teach",
  told: "tell",
  brought: "bring",
  drove: "drive",
  rode: "ride",
  flew: "fly",
  sent: "send",
  kept: "keep",
  held: "hold",
  ran: "run",
  swam: "swim",
  sang: "sing",
  grew: "grow",
  won: "win",
  fell: "fall",
  caught: "catch",
  built: "build",
  stood: "stand",
  sat: "sit",
  wore: "wear",
  drank: "drink",
  became: "become",
  forgot: "forget",
  sold: "sell",
  started: "start",
};

/** Stems that end with a silent "e": "move", "change", "create", "require". */
const SILENT_E = /(?:[vuzc]|[nrd]g|[iu]r|[^e]at|[aiou]s|[bcdgkpt]l|[aiu]k|[^o]ok|ib|id)$/;

/** "noticed" -> "notice"; undefined: the verb is not in the past. */
export function baseOf(verb: string): string | undefined {
  if (BASE[verb] !== undefined) return BASE[verb];
  if (verb.length < 5 || !verb.endsWith("ed")) return undefined;
  if (verb.endsWith("ied")) return `${verb.slice(0, -3)}y`;
  const stem = verb.slice(0, -2);
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return SILENT_E.test(stem) ? `${stem}e` : stem;
}
