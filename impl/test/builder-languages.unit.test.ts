/** The same request and the same edit, as people write them in the languages beside English. */
import { expect, it } from "vitest";
import { baseForm } from "../../eval/base-form.ts";
import type { Language } from "../../generated/types.ts";
import { buildForm, editForm } from "../builder/index.ts";

/** A form with addresses of one domain, 50 places and one response each; and an edit that removes the phone and frees the date. */
const REQUESTS: readonly [Language, string, string][] = [
  [
    "de",
    "Anmeldeformular mit Name, E-Mail (nur @acme.org), Nachricht. Nach 50 Anmeldungen schließen. Nur eine Antwort pro Person.",
    "Entferne die Telefonnummer und mach das Datum optional.",
  ],
  [
    "fr",
    "Formulaire d'inscription avec nom, e-mail (uniquement @acme.org), message. Fermer après 50 inscriptions. Une seule réponse par personne.",
    "Supprime le téléphone et rends la date facultative.",
  ],
  [
    "es",
    "Formulario de inscripción con nombre, correo electrónico (solo @acme.org), mensaje. Cerrar después de 50 inscripciones. Una sola respuesta por persona.",
    "Quita el teléfono y haz la fecha opcional.",
  ],
  [
    "it",
    "Modulo di iscrizione con nome, e-mail (solo @acme.org), messaggio. Chiudere dopo 50 iscrizioni. Una sola risposta per persona.",
    "Togli il telefono e rendi la data facoltativa.",
  ],
  [
    "pt",
    "Formulário de inscrição com nome, e-mail (apenas @acme.org), mensagem. Fechar após 50 inscrições. Apenas uma resposta por pessoa.",
    "Remove o telefone e torna a data opcional.",
  ],
  [
    "nl",
    "Inschrijfformulier met naam, e-mail (alleen @acme.org), bericht. Sluiten na 50 inschrijvingen. Slechts één antwoord per persoon.",
    "Verwijder het telefoonnummer en maak de datum optioneel.",
  ],
  [
    "pl",
    "Formularz zgłoszeniowy: imię, e-mail (tylko @acme.org), wiadomość. Zamknij po 50 zgłoszeniach. Tylko jedna odpowiedź na osobę.",
    "Usuń telefon i ustaw datę jako opcjonalną.",
  ],
  [
    "sv",
    "Anmälningsformulär med namn, e-post (endast @acme.org), meddelande. Stäng efter 50 anmälningar. Endast ett svar per person.",
    "Ta bort telefonnumret och gör datumet frivilligt.",
  ],
  [
    "da",
    "Tilmeldingsformular med navn, e-mail (kun @acme.org), besked. Luk efter 50 tilmeldinger. Kun ét svar pr. person.",
    "Fjern telefonnummeret og gør datoen valgfri.",
  ],
  [
    "fi",
    "Ilmoittautumislomake: nimi, sähköposti (vain @acme.org), viesti. Sulje 50 ilmoittautumisen jälkeen. Vain yksi vastaus per henkilö.",
    "Poista puhelinnumero ja tee päivämäärästä vapaaehtoinen.",
  ],
  [
    "cs",
    "Přihláška: jméno, e-mail (pouze @acme.org), zpráva. Uzavři po 50 přihláškách. Pouze jedna odpověď na osobu.",
    "Odstraň telefon a udělej datum nepovinné.",
  ],
  [
    "sk",
    "Prihláška: meno, e-mail (iba @acme.org), správa. Uzavri po 50 prihláškach. Iba jedna odpoveď na osobu.",
    "Odstráň telefón a urob dátum nepovinný.",
  ],
  [
    "sl",
    "Prijavnica: ime, e-pošta (samo @acme.org), sporočilo. Zapri po 50 prijavah. Samo en odgovor na osebo.",
    "Odstrani telefon in naredi datum neobvezen.",
  ],
  [
    "hr",
    "Prijavnica: ime, e-mail (samo @acme.org), poruka. Zatvori nakon 50 prijava. Samo jedan odgovor po osobi.",
    "Ukloni broj telefona. Neka datum bude neobavezan.",
  ],
  [
    "hu",
    "Jelentkezési lap: név, e-mail (csak @acme.org), üzenet. Legfeljebb 50 résztvevő. Személyenként csak egy válasz.",
    "Töröld a telefonszámot, és legyen a dátum opcionális.",
  ],
  [
    "ro",
    "Formular de înscriere: nume, e-mail (doar @acme.org), mesaj. Închide după 50 de înscrieri. Un singur răspuns per persoană.",
    "Șterge telefonul și fă data opțională.",
  ],
  [
    "bg",
    "Формуляр за записване: име, имейл (само @acme.org), съобщение. Затвори след 50 записвания. Само един отговор на човек.",
    "Премахни телефона и направи датата незадължителна.",
  ],
  [
    "el",
    "Φόρμα εγγραφής: όνομα, email (μόνο @acme.org), μήνυμα. Κλείσε μετά από 50 εγγραφές. Μόνο μία απάντηση ανά άτομο.",
    "Αφαίρεσε το τηλέφωνο και κάνε την ημερομηνία προαιρετική.",
  ],
  [
    "et",
    "Registreerimisvorm: nimi, e-post (ainult @acme.org), sõnum. Sulge pärast 50 registreerumist. Ainult üks vastus inimese kohta.",
    "Eemalda telefon ja muuda kuupäev valikuliseks.",
  ],
  [
    "lv",
    "Pieteikuma veidlapa: vārds, e-pasts (tikai @acme.org), ziņojums. Slēgt pēc 50 pieteikumiem. Tikai viena atbilde no personas.",
    "Noņem tālruni un padari datumu neobligātu.",
  ],
  [
    "lt",
    "Registracijos forma: vardas, el. paštas (tik @acme.org), žinutė. Uždaryti po 50 registracijų. Tik vienas atsakymas vienam asmeniui.",
    "Pašalink telefoną ir padaryk datą neprivalomą.",
  ],
  [
    "ga",
    "Foirm chlárúcháin: ainm, ríomhphost (@acme.org amháin), teachtaireacht. Dún tar éis 50 clárú. Freagra amháin an duine.",
    "Bain an guthán agus déan an dáta roghnach.",
  ],
];

it.each(REQUESTS)("a form in %s: %s", (language, prompt) => {
  const { structure, warnings } = buildForm({ prompt });
  const fields = structure.pages.flatMap((page) => page.fields);
  expect(structure.languages).toEqual([language]);
  expect(fields).toHaveLength(3);
  expect(fields[1]).toMatchObject({ type: "email", validation: { allowed_domains: ["acme.org"] } });
  expect(structure.settings).toMatchObject({ response_limit: 50, one_response_per_email: true });
  expect(warnings.filter(({ code }) => code === "not_understood")).toEqual([]);
});

it.each(REQUESTS)("an edit in %s, of the form %s: %s", (language, _prompt, edit) => {
  const { structure } = editForm({ structure: baseForm(language), prompt: edit });
  const fields = structure.pages.flatMap((page) => page.fields);
  expect(fields.some(({ id }) => id === "phone")).toBe(false);
  expect(fields.find(({ id }) => id === "date")).toMatchObject({ required: false });
  expect(fields).toHaveLength(8);
});

it.each<[Language, string]>([
  ["es", "Pon el teléfono después del nombre y que sea obligatorio"],
  ["pt", "Põe o telefone a seguir ao nome e que seja obrigatório"],
  ["fr", "Mets le téléphone après le nom et qu'il soit obligatoire"],
  ["it", "Metti il telefono dopo il nome e che sia obbligatorio"],
])("an edit that moves and changes a field, in %s: %s", (language, edit) => {
  const { structure } = editForm({ structure: baseForm(language), prompt: edit });
  const fields = structure.pages.flatMap((page) => page.fields);
  expect(fields.slice(0, 3).map(({ id }) => id)).toEqual(["name", "phone", "email"]);
  expect(fields[1]).toMatchObject({ type: "phone", required: true });
});

it.each<[Language, string]>([
  ["pt", "Adiciona a data de nascimento a seguir ao nome"],
  ["es", "Añade la fecha de nacimiento a continuación del nombre"],
  ["fr", "Ajoute la date de naissance à la suite du nom"],
  ["it", "Aggiungi la data di nascita di seguito al nome"],
])("a place is no part of a label, in %s: %s", (language, edit) => {
  const { structure } = editForm({ structure: baseForm(language), prompt: edit });
  expect(structure.pages[0]!.fields[1]).toMatchObject({ id: "birth_date", type: "date" });
});
