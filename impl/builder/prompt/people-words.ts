/** How English sentences say what respondents give, or what the owner wants to know. */

/** Patterns of one language. Each of `starts` matches the words before the list. */
export interface PeopleWords {
  readonly starts: readonly RegExp[];
  /** Verbs before parts of the list: "say how many", "attach a photo". */
  readonly verbs: RegExp;
  readonly upload: RegExp;
  readonly describe: RegExp;
  readonly sign: RegExp;
}

const TELL =
  "(?:tell (?:us|me)|let (?:us|me) know|give(?: us)?|enters?|states?|say|leaves?|write down|writes?|provides?|submits?|fills? in|fills? out|put (?:in|down)|chooses?|picks?|selects?|uploads?|attach|describes?|rates?|name|indicates?|specify|shares?|lists?|note|add|attach|answer|confirm|accept|agree(?: to)?|mention|report|explain|put|sign|ticks?|scores?)";
const MODAL =
  "(?:should|can|must|will|may|need to|have to|has to|would|could|shall|are asked to|are to|are supposed to)(?: be able to)?(?: also| then| please| just)?";
const LEAD =
  "(?:at the (?:end|beginning|start|top),? |finally,? |first,? |lastly,? |afterwards,? )?(?:(?:on|in) (?:it|there|the form),? |there,? |for that,? |then,? |also,? |here,? )?";

const en: PeopleWords = {
  starts: [
    new RegExp(`^${LEAD}(?:[\\p{L}'’-]+ ){1,8}?${MODAL} ${TELL} `, "iu"),
    new RegExp(
      `^${LEAD}(?:[\\p{L}'’-]+ ){2,10}?(?:give(?: us)?|enter|state|leave|provide|submit|choose|pick|select|indicate|specify) (?=(?:the|their|a|an|his|her|which|what|how|whether) )`,
      "iu",
    ),
    new RegExp(
      `^${LEAD}(?:(?:the|our|all|each|every|interested|new) )*(?:they|people|everyone|everybody|parents|children|[\\p{L}'’-]{3,}s) (?:also |then )?(?:tell us|give(?: us)?|enter|state|say|leave|write(?: down)?|provide|submit|choose|pick|select|upload|attach|indicate|specify|fills? in|writes|enters|gives|chooses|picks|states) `,
      "iu",
    ),
    /^(?:and |also,? |then )?(?:we|i)(?: would|['’]d|['’]ll)? (?:also |just |really |mainly )?(?:want|need|like|have|wish) to (?:know|ask(?: for| about)?|collect|find out|gather|record|learn|have)(?: about)? /iu,
  ],
  verbs: new RegExp(
    `^(?:and )?(?:then )?(?:also )?(?:they )?(?:${MODAL} )?(?:tell us|let us know|give(?: us)?|enter|state|say|leave|write down|write|provide|indicate|specify|choose|pick|select) (?=\\S)`,
    "iu",
  ),
  upload:
    /^(?:and )?(?:then )?(?:also )?(?:they )?(?:(?:can|should|must|may|need to|have to) )?(?:be able to )?(?:optionally )?(?:uploads?|attach(?:es)?|adds?|sends?) (?=\S)/iu,
  describe: /^(?:and )?(?:they )?(?:(?:can|should|must|may) )?describe (?=\S)/iu,
  sign: /^(?:and )?(?:they )?(?:(?:can|should|must|have to|need to) )?sign(?: (?:it|at the end|here|below|the form))?$/iu,
};

/** The other languages have phrases in their data. */
export const PEOPLE_WORDS: PeopleWords = en;
