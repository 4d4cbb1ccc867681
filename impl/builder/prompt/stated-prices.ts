/** Tells parts of a list that state a price, such as "it costs 12 euros", from fields. */

import type { Draft } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { readPrice } from "./prices.ts";

/** A longer text says more than a price. */
const MAX_TEXT = 80;

// Folded words of all languages: each is only read beside an amount of money.
const COSTS = wordSet(
  `costs,cost,price,payment,fee,entry fee,entrance fee,ticket price,registration fee,kostet,kosten,preis,gebuhr,eintritt,teilnahmegebuhr,
startgebuhr,coute,cout,prix,tarif,frais,cuesta,coste,costo,precio,cuota,tarifa,costa,prezzo,quota,tariffa,custa,custo,preco,taxa,
kost,prijs,kosztuje,koszt,cena,oplata,wpisowe,kostar,pris,avgift,koster,gebyr,maksaa,hinta,stoji,poplatek,poplatok,startovne,kerul,
ara,dij,reszveteli dij,pret,струва,цена,такса,κοστιζει,κοστος,τιμη,kosta,stane,cijena,kotizacija,kotizacija je,maksab,hind,tasu,maksa,
kainuoja,kaina,mokestis,jiswa,prezz,cosnaionn,praghas,taille`.split(","),
);

/** Words that may stand beside them. */
const BESIDE = wordSet(
  `it,this,is,each,per person,per head,per ticket,per place,total,in total,es,das,pro person,pro kopf,insgesamt,ca,cela,c est,est,
par personne,es,por persona,en total,il,e,a persona,per persona,por pessoa,per persoon,het,to,od osoby,za osobe,za osobu,na osobu,det,
per deltagare,pr person,se,fo,persoana,de persoana,на човек,ανα ατομο,po osobi,na osebo`.split(","),
);

/** "fee: none" states that there is none. */
const FREE =
  /^(.{3,30}?): ?(?:none|free|no|nothing|0|-|keine?|kostenlos|frei|gratis|gratuit|aucune?|ninguna?|nessuna?|geen)$/u;
/** "parents pay 15 euro on the day" */
const PAYS =
  /(?<!\p{L})(?:pays?|paid|charged?|bezahlt|bezahlen|zahlt|zahlen|paie|paient|pagan?|pagano|betalen|betaalt|placi|placa)(?!\p{L})/u;

/** "it costs 12 euros", "fee: 10 EUR": an amount and no word of something to ask for. */
export function statesPrice(text: string, grammar: Grammar): boolean {
  if (text.length > MAX_TEXT || text.includes("?")) return false;
  const free = FREE.exec(fold(text).trim())?.[1];
  if (free !== undefined) return COSTS.is(free);
  const folded = fold(text.replace(/[:()'’]/g, " ")).replace(/ {2,}/g, " ");
  const draft: Draft = { label: "", choices: [] };
  const span = readPrice(folded, draft);
  if (!span) return false;
  const rest = `${folded.slice(0, span.start)} ${folded.slice(span.end)}`.trim();
  const before = folded.slice(0, span.start).trim();
  if (PAYS.test(rest) || COSTS.all(before).at(-1)?.end === before.length) return true;
  if (COSTS.first(rest) === undefined || /\d/.test(rest)) return false;
  const others = [...COSTS.all(rest), ...BESIDE.all(rest)]
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end), rest);
  const words = others.match(/\p{L}+/gu) ?? [];
  return words.every((word) => grammar.fillers.is(word) || grammar.copulas.is(word));
}
