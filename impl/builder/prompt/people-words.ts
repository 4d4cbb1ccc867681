/** How sentences of several languages say what respondents give, or what the owner wants to know. */
import type { Language } from "../../../generated/types.ts";

/** Patterns of one language. Each of `starts` matches the words before the list. */
export interface PeopleWords {
  readonly starts: readonly RegExp[];
  /** Verbs at the end of parts and of the sentence, as in "Name und Telefon angeben". */
  readonly ends?: RegExp;
  /** Verbs before a clause: "und auswählen, wo sie sitzen wollen". */
  readonly before?: RegExp;
  /** Verbs before parts of the list: "say how many", "attach a photo". */
  readonly verbs: RegExp;
  readonly upload?: RegExp;
  readonly describe?: RegExp;
  readonly sign?: RegExp;
}

const TELL =
  "(?:tell (?:us|me)|let (?:us|me) know|give(?: us)?|enters?|states?|say|leaves?|write down|writes?|provides?|submits?|fills? in|fills? out|put (?:in|down)|chooses?|picks?|selects?|uploads?|attach|describes?|rates?|name|indicates?|specify|shares?|lists?|note|add|attach|answer|confirm|accept|agree(?: to)?|mention|report|explain|put|sign)";
const MODAL =
  "(?:should|can|must|will|may|need to|have to|has to|would|could|shall|are asked to|are to|are supposed to)(?: be able to)?(?: also| then| please| just)?";
const LEAD =
  "(?:at the (?:end|beginning|start|top),? |finally,? |first,? |lastly,? |afterwards,? )?(?:(?:on|in) (?:it|there|the form),? |there,? |for that,? |then,? |also,? |here,? )?";

const en: PeopleWords = {
  starts: [
    new RegExp(`^${LEAD}(?:[\\p{L}'’-]+ ){1,3}?${MODAL} ${TELL} `, "iu"),
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
    /^(?:and )?(?:then )?(?:also )?(?:they )?(?:(?:can|should|must|may) )?(?:upload|attach|add|send) (?=\S)/iu,
  describe: /^(?:and )?(?:they )?(?:(?:can|should|must|may) )?describe (?=\S)/iu,
  sign: /^(?:and )?(?:they )?(?:(?:can|should|must|have to|need to) )?sign(?: (?:it|at the end|here|below|the form))?$/iu,
};

const DE_VERB =
  "(?:eintragen|angeben|nennen|eingeben|hinterlassen|mitteilen|auswählen|wählen|ausfüllen|aufschreiben|schreiben|sagen|ankreuzen|hochladen|anhängen|beifügen|bewerten|wissen|erfahren|abfragen|erfassen|sammeln|haben)";
const de: PeopleWords = {
  starts: [
    /^(?:(?:die|der|das|alle|jede[rs]?|unsere|darin|dort) )*\p{L}+ (?:sollen|können|müssen|dürfen|möchten|sollten|soll|kann|muss|darf)(?: (?:sich|uns|bitte|dann|dabei|auch|noch))*(?: mit)? /iu,
    /^(?:(?:die|der|das|alle|jede[rs]?|unsere) )*(?!ich |wir )\p{L}+ (?:geben|gibt|wählen|wählt|nennen|nennt|schreiben|schreibt|tragen|trägt)(?: (?:bitte|uns|dann|noch))* /iu,
    /^(?:wir|ich) (?:möchten?|wollen|will|brauchen|brauche|benötigen|würden|würde)(?: (?:gerne?|auch|noch|außerdem|nur))* /iu,
  ],
  ends: new RegExp(` (?:${DE_VERB}|an|ein|aus)(?=$|,| und )`, "giu"),
  before: new RegExp(
    `(?:,| und|, und)? ${DE_VERB}(?: und ${DE_VERB})?, (?=(?:wo|wie|was|wann|ob|welche[rsnm]?|wer|an|in|zu|für) ?)`,
    "giu",
  ),
  verbs: new RegExp(
    `^(?:und )?(?:${DE_VERB}[, ]+|wählen |wählt |geben |gibt |nennen |schreiben |laden )(?=\\S)`,
    "iu",
  ),
};

const fr: PeopleWords = {
  starts: [
    /^(?:il (?:nous )?faut(?: aussi)?|il nous faudrait|(?:nous|on|je) (?:voulons|veut|veux|souhaitons|souhaite|aimerions|aimerais|voudrions|voudrais|avons besoin|ai besoin|demandons|demande))(?: aussi| également)?(?: (?:de |d['’])?(?:savoir|connaître|demander|recueillir|avoir|collecter))? ?/iu,
    /^(?:(?:les|le|la|l['’]|chaque|tous|toutes|nos) ?)*\p{L}+ (?:doi(?:ven)?t|peu(?:ven)?t|devront|devra)(?: nous)? (?:indiquer|donner|choisir|préciser|laisser|saisir|noter|écrire|dire|renseigner|entrer|fournir) /iu,
    /^(?:(?:les|le|la|l['’]|chaque|tous|toutes|nos) ?)*\p{L}+ (?:indique(?:nt)?|donne(?:nt)?|choisi(?:t|ssent)|précise(?:nt)?|laisse(?:nt)?|saisi(?:t|ssent)|écri(?:t|vent)) /iu,
  ],
  verbs:
    /^(?:et )?(?:indiquer|donner|choisir|préciser|laisser|dire|indiquent|choisissent|donnent|choisit|indique) (?=\S)/iu,
  upload: /^(?:et )?(?:joindre|télécharger|déposer) (?=\S)/iu,
  sign: /^(?:et )?signer(?: à la fin)?$/iu,
};

const es: PeopleWords = {
  starts: [
    /^(?:queremos|necesitamos|quiero|necesito|me gustaría|nos gustaría)(?: también)? (?:saber|conocer|pedir|preguntar|recoger|recopilar)(?: por)? /iu,
    /^(?:necesitamos|pedimos)(?: también)? /iu,
    /^(?:(?:el|la|los|las|cada|todos|nuestros) )*\p{L}+ (?:deben?|pueden?|tienen? que|deberán?|podrán?)(?: también)? (?:indicar(?:nos)?|dar(?:nos)?|elegir|escoger|escribir|dejar|decir(?:nos)?|poner|seleccionar|introducir|rellenar) /iu,
    /^(?:(?:el|la|los|las|cada|todos|nuestros) )*\p{L}+ (?:eligen?|indican?|escriben?|dejan?|escogen?|ponen?|seleccionan?|dan?) /iu,
  ],
  verbs:
    /^(?:y )?(?:indicar|dar|elegir|escoger|escribir|dejar|decir|elegen?|indican?|eligen?|escogen?|dicen?) (?=\S)/iu,
  upload: /^(?:y )?(?:subir|adjuntar|suben?|adjuntan?) (?=\S)/iu,
  sign: /^(?:y )?(?:firmar|firman?)(?: al final)?$/iu,
};

const it: PeopleWords = {
  starts: [
    /^(?:vogliamo|vorremmo|vorrei|voglio|ci serve|ci servono|mi serve|mi servono|abbiamo bisogno di)(?: anche)?(?: (?:sapere|conoscere|chiedere|raccogliere))? /iu,
    /^(?:(?:il|lo|la|i|gli|le|ogni|tutti|nostri) )*\p{L}+ (?:devono|deve|possono|può|dovranno|potranno) (?:indicare|dare|dirci|darci|scegliere|scrivere|lasciare|inserire|fornire|specificare) /iu,
    /^(?:(?:il|lo|la|i|gli|le|ogni|tutti) )*\p{L}+ (?:indicano?|scelgono|sceglie|scrivono|scrive|danno|lasciano|inseriscono|inserisce) /iu,
  ],
  verbs: /^(?:e )?(?:indicare|dare|scegliere|scrivere|lasciare|dire|scelgono|sceglie|indicano?) (?=\S)/iu,
  upload: /^(?:e )?(?:caricare|allegare|caricano|allegano) (?=\S)/iu,
  sign: /^(?:e )?firmare(?: alla fine)?$/iu,
};

const nl: PeopleWords = {
  starts: [
    /^(?:we|wij|ik) (?:willen|wil|zouden|zou)(?: (?:graag|ook|nog))* /iu,
    /^(?:(?:de|het|elke?|alle|onze) )*\p{L}+ (?:moeten|moet|kunnen|kan|mogen|mag)(?: (?:ons|ook|dan|hun))* /iu,
    /^(?:(?:de|het|elke?|alle|onze) )*\p{L}+ (?:geven|geeft|kiezen|kiest|vullen|vult|schrijven|noemen) /iu,
  ],
  ends: / (?:invullen|opgeven|kiezen|aangeven|doorgeven|achterlaten|noemen|weten|hebben|vragen|schrijven|verzamelen|op|in|door)(?=$|,| en )/giu,
  verbs: /^(?:en )?(?:kiezen|kiest|geven|aangeven|opgeven)[, ]+(?=\S)/iu,
};

const pt: PeopleWords = {
  starts: [
    /^(?:queremos|precisamos de|quero|preciso de|gostaríamos de|gostava de)(?: também)? (?:saber|conhecer|pedir|perguntar|recolher) /iu,
    /^(?:(?:o|a|os|as|cada|todos) )*\p{L}+ (?:devem?|podem?|têm de|tem de|deverão) (?:indicar|dar|escolher|escrever|deixar|dizer(?:-nos)?|inserir|preencher|selecionar) /iu,
    /^(?:(?:o|a|os|as|cada|todos) )*\p{L}+ (?:escolhem?|indicam?|escrevem?|deixam?|dão|selecionam?) /iu,
  ],
  verbs: /^(?:e )?(?:indicar|dar|escolher|escrever|deixar|dizer|escolhem?|indicam?) (?=\S)/iu,
  upload: /^(?:e )?(?:carregar|anexar|carregam?|anexam?) (?=\S)/iu,
  sign: /^(?:e )?assinar(?: no fim)?$/iu,
};

const pl: PeopleWords = {
  starts: [
    /^(?:chcemy|chcę|chcielibyśmy|potrzebujemy|chciałbym|chciałabym)(?: też| również)?(?: (?:wiedzieć|znać|poznać|zebrać|zapytać o))? /iu,
    /^(?:(?:każdy|wszyscy|nasi) )*\p{L}+ (?:powinni|powinien|mogą|może|muszą|musi|mają) (?:podać|wpisać|wybrać|zaznaczyć|napisać|zostawić|wskazać) /iu,
    /^(?:(?:każdy|wszyscy|nasi) )*\p{L}+ (?:podają|podaje|wybierają|wybiera|wpisują|wpisuje|zaznaczają) /iu,
  ],
  verbs: /^(?:i |oraz )?(?:podać|wpisać|wybrać|zaznaczyć|napisać|wybierają|podają|wybiera|podaje) (?=\S)/iu,
  upload: /^(?:i |oraz )?(?:załączyć|dołączyć|przesłać|wgrać) (?=\S)/iu,
};

export const PEOPLE_WORDS: Readonly<Partial<Record<Language, PeopleWords>>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
};
