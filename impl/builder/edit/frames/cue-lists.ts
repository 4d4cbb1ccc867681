/**
 * The words of a language that frames know by their meaning. Each cue is one or more lists of `lexicon/instructions/*.json`.
 *
 * Beside the lists that templates use, a language needs these: `plain` (words that change nothing: "should", "people", "please"),
 * `negations`, `wants` ("I'd like"), `lacking` ("is missing"), `gone` ("sold out"), `left` ("remaining"), `enough` ("is plenty"),
 * `orMore` ("or older"), `orLess`, `wholeNumbers`, `beginWith` and `endWith` ("start with"), `forThose` ("people who"), `unless`,
 * `onlyOne` ("just one"), `duty` ("have to") and `provide` ("give", "leave"), `exceed`, `sends` ("lands on"), `shown` ("pop up"), `hidden`, `additionally` ("too"), `renameParts` (the "um" of "benenne X in Y um"), `shareOf` ("each"). A list that is not there only makes fewer sentences readable.
 */
import type { Language } from "../../../../generated/types.ts";
import { fold } from "../../lexicon/fold.ts";
import { instructionsIn } from "../../lexicon/instructions.ts";
import { wordsIn } from "../../lexicon/lexicon.ts";

/** Cues by their names, with the lists that each is made of where its name is not that of its list. */
const CUES = {
  add: ["add"],
  wants: ["wants", "askFor"],
  lacking: ["lacking"],
  remove: ["remove"],
  notNeeded: ["notNeeded", "isNotNeeded"],
  gone: ["gone"],
  left: ["left"],
  rename: ["rename", "renameParts"],
  call: ["call", "called"],
  label: ["label"],
  says: ["says"],
  change: ["change"],
  replace: ["replace"],
  insteadOf: ["insteadOf"],
  to: ["to", "by"],
  move: ["move"],
  swap: ["swap"],
  after: ["after"],
  before: ["before"],
  between: ["between"],
  top: ["top"],
  end: ["end"],
  beginWith: ["beginWith"],
  endWith: ["endWith"],
  onPage: ["onPage"],
  onNewPage: ["onNewPage"],
  required: ["required", "compulsory", "mustBeGiven"],
  optional: ["optional"],
  needNot: ["needNotBeGiven"],
  duty: ["duty"],
  provide: ["provide"],
  all: ["all", "everything"],
  rest: ["rest"],
  except: ["except"],
  both: ["bothWords"],
  pronoun: ["pronouns", "it"],
  only: ["only"],
  onlyOne: ["onlyOne"],
  several: ["several"],
  other: ["other", "ownAnswer"],
  option: ["option"],
  optionTo: ["optionTo", "optionFrom", "optionIn"],
  shuffle: ["shuffle"],
  allow: ["allow"],
  limit: ["limit"],
  atMost: ["atMost"],
  atLeast: ["atLeast"],
  moreThan: ["moreThan", "exceed"],
  lessThan: ["lessThan"],
  enough: ["enough"],
  orMore: ["orMore"],
  orLess: ["orLess"],
  wholeNumbers: ["wholeNumbers"],
  past: ["past"],
  future: ["future"],
  noPast: ["noPast"],
  noFuture: ["noFuture"],
  if: ["if"],
  unless: ["unless"],
  forThose: ["forThose"],
  show: ["show", "shown"],
  hide: ["hide", "hidden"],
  attends: ["attends"],
  doesNotAttend: ["doesNotAttend"],
  answered: ["answered"],
  empty: ["empty"],
  choose: ["choose"],
  title: ["title"],
  form: ["form"],
  button: ["button"],
  thanks: ["thanks"],
  submit: ["submit"],
  help: ["help"],
  placeholder: ["placeholder"],
  put: ["put"],
  close: ["close", "closes", "stop"],
  until: ["openUntil", "deadline"],
  accept: ["accept"],
  responses: ["responses", "crowd"],
  redirect: ["redirect", "sends"],
  emails: ["emails"],
  refuse: ["doNotAllow"],
  once: ["oneResponse"],
  progress: ["progress"],
  per: ["per", "shareOf"],
  type: ["type"],
  additionally: ["additionally"],
  total: ["total", "calculate"],
  contact: ["contactDetails"],
  page: ["page", "pages"],
  and: ["and", "or"],
  polite: ["polite"],
  negation: ["negations", "not", "isNot", "mustNotBe"],
  plain: [
    "plain",
    "skip",
    "mustBe",
    "must",
    "be",
    "canYou",
    "polite",
    "pronouns",
    "they",
    "anymore",
    "mustCome",
  ],
} as const;

export type Cue = keyof typeof CUES;

interface Phrase {
  readonly words: readonly string[];
  readonly cues: ReadonlySet<Cue>;
}

/** Phrases by their first word, the longest first. */
export type CueIndex = ReadonlyMap<string, readonly Phrase[]>;

const indexes = new Map<string, CueIndex>();

/** The cues of some languages, made once for each set of them. */
export function cuesIn(languages: readonly Language[]): CueIndex {
  const key = languages.join();
  let index = indexes.get(key);
  if (!index) {
    index = indexOf(languages);
    indexes.set(key, index);
  }
  return index;
}

function indexOf(languages: readonly Language[]): CueIndex {
  const cues = new Map<string, Set<Cue>>();
  // What a phrase means in the language of the instruction counts, not what it means in the others.
  for (const language of languages) {
    const own = phrasesOf(language);
    for (const [phrase, names] of own) if (!cues.has(phrase)) cues.set(phrase, names);
  }
  const index = new Map<string, Phrase[]>();
  for (const [phrase, names] of cues) {
    const words = phrase.split(" ");
    const phrases = index.get(words[0]!) ?? [];
    phrases.push({ words, cues: names });
    index.set(words[0]!, phrases);
  }
  for (const phrases of index.values()) phrases.sort((a, b) => b.words.length - a.words.length);
  return index;
}

function phrasesOf(language: Language): Map<string, Set<Cue>> {
  const { vocabulary } = instructionsIn(language);
  const { and, or, copulas } = wordsIn(language);
  const found = new Map<string, Set<Cue>>();
  const put = (phrase: string, cue: Cue) => {
    const key = (fold(phrase).match(/[\p{L}\p{N}]+|&/gu) ?? []).join(" ");
    if (key === "") return;
    const names = found.get(key) ?? new Set<Cue>();
    found.set(key, names.add(cue));
  };
  for (const [cue, lists] of Object.entries(CUES) as [Cue, readonly string[]][])
    for (const list of lists) for (const phrase of vocabulary[list] ?? []) put(phrase, cue);
  for (const phrase of [and, or, copulas].flatMap((list) => list.split(","))) put(phrase, "plain");
  return found;
}
