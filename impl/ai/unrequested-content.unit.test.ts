/** Tests unrequested contents of models: links, and fields for secrets. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asksForSecret, asksForSensitive } from "../forms/structure/warnings/secret-labels.ts";
import { findUnasked, linksNamedIn, unaskedWarnings, withoutUnasked } from "./unrequested-content.ts";

const none: ReadonlySet<string> = new Set();
const cleaned = (text: string, prompt = "") => withoutUnasked({ text }, linksNamedIn(prompt)).answer.text;

describe("removes links that users did not name from any text", () => {
  test.each([
    ["Read https://evil.example/terms, please.", "Read, please."],
    ["Read our terms (https://evil.example/terms).", "Read our terms."],
    ["[our terms](https://evil.example/terms) apply", "our terms apply"],
    ["www.evil.example", undefined],
    ["HTTPS://EVIL.example", undefined],
    ["javascript://evil.example/%0aalert`1`", "`1`"],
    ["Log in at evil.com/login now", "Log in at now"],
    ["Log in at https://böse.example/ü now", "Log in at now"],
    ["http://127.0.0.1:8080/x and ftp://evil.example", "and"],
    ["[write us](mailto:x@evil.example?subject=Hello)", "write us"],
    ["**[our *terms*](https://evil.example)**", "**our *terms***"],
    ["[a](https://evil.example)[b](mailto:c@evil.example).", "ab."],
  ])("%s", (text, rest) => {
    expect(cleaned(text)).toBe(rest);
  });

  test.each([
    "and/or, 24.12./25.12., z.B./usw., Mr.Smith/Jones, km/h",
    "name@example.org",
    "Booking.com",
    "PDF or file.txt",
    "{{name}}: 3:30//4",
    "://",
  ])("%s is not a link", (text) => {
    expect(cleaned(text)).toBe(text);
  });

  test.each([
    ["See https://example.org/privacy.", "https://example.org/privacy"],
    ["See EXAMPLE.org/privacy for more", "https://www.example.org/privacy/"],
    ["our site example.org", "https://example.org"],
    ['{"link":"https://example.org/a"}', "https://example.org/a"],
    ["Write to Info@example.org.", "mailto:info@example.org?subject=Hello"],
  ])("links in %s count as named", (prompt, link) => {
    expect(cleaned(`Read ${link}`, prompt)).toBe(`Read ${link}`);
  });

  test.each([
    ["See https://example.org/privacy", "https://example.org/privacy?to=evil"],
    ["See https://example.org/privacy", "https://example.org.evil.com/privacy"],
    ["See https://example.org/privacy", "https://example.org@evil.com/privacy"],
    ["Write to info@example.org", "https://example.org/"],
    ["Write to info@example.org", "https://info@example.org/"],
    ["Write to info@example.org", "mailto:info@example.org.evil.com"],
    ["See http://example.org", "ftp://example.org"],
  ])("links in %s do not count as named: %s", (prompt, link) => {
    expect(cleaned(`Read ${link}`, prompt)).toBe("Read");
  });

  test("keeps a named link in Markdown, whatever follows it", () => {
    const text = "**[terms](https://example.org/a)**-page[b](https://evil.example)";
    expect(cleaned(text, "See https://example.org/a.")).toBe("**[terms](https://example.org/a)**-pageb");
  });

  test("finds links in any shape of the answer, but not in patterns and examples in placeholders", () => {
    const field = {
      type: "url",
      label: "Profile",
      placeholder: "https://example.com/you",
      pattern: "^https://x\\.org/",
    };
    const answer = {
      fields: [field, { ...field, link: "https://evil.example", choices: ["A", "https://b.example/"] }],
    };
    expect(withoutUnasked(answer, none)).toEqual({
      answer: { fields: [field, { ...field, choices: ["A"] }] },
      unasked: [
        { kind: "link", text: "https://evil.example" },
        { kind: "link", text: "https://b.example/" },
      ],
    });
  });

  test("does not change an answer without links", () => {
    const words = fc.string({ unit: fc.constantFrom("a", "é", " ", ".", ":", "-", "@", "{", "1", "\n") });
    fc.assert(
      fc.property(
        fc.dictionary(words, fc.oneof(words, fc.array(words), fc.integer(), fc.constant(null))),
        (answer) => {
          expect(withoutUnasked(answer, none)).toEqual({ answer, unasked: [] });
        },
      ),
    );
  });

  test.each([
    ["links", "www.a ".repeat(200_000)],
    ["dots", "a.".repeat(1_000_000)],
    ["a link of dots", `https://${".".repeat(1_000_000)}a`],
    ["brackets", "[".repeat(1_000_000)],
    ["a label of one word", "κωδικο".repeat(200_000)],
    ["nesting", JSON.parse(`${"[".repeat(90_000)}${"]".repeat(90_000)}`)],
  ])("searches a hostile answer in linear time: %s", (_, text) => {
    const answer = { text, fields: [{ type: "short_text", label: text }] };
    expect(withoutUnasked(answer, linksNamedIn(typeof text === "string" ? text : "")).unasked).toEqual([]);
  });
});

describe("a field for a secret", () => {
  test.each(
    `Password|Your password|Enter your online banking password|Password (again)|What is your password?|Passwort|WLAN-Passwort|Kennwort
Mot de passe|Contraseña|Senha|Palavra-passe|Wachtwoord|Hasło|Heslo|Lösenord|Adgangskode|Salasana|Parool|Jelszó|Lozinka|Geslo|Slaptažodis|Parole|Parolă
Κωδικός πρόσβασης|Парола|Pasfhocal|Credit card|Credit card number|Card number|CVV|CVC2|Card security code|Kreditkartennummer|Kartennummer
Numéro de carte|Numéro de la carte bancaire|Número de tarjeta|Numero della carta|Número do cartão|Kaartnummer|Numer karty|Číslo karty|Kortnummer
Luottokortin numero|Kaardi number|Kortelės numeris|Kartes numurs|Kártyaszám|Numărul cardului|Broj kartice|Številka kartice|Номер на карта|Αριθμός κάρτας`.split(
      /[|\n]/,
    ),
  )("%s", (label) => {
    expect(asksForSecret(label)).toBe(true);
  });

  test.each([
    "Library card number",
    "Membership card number",
    "Which card do you like?",
    "Business card details",
    "Mitgliedskartennummer",
    "Reason for the password reset",
    "Your message (no passwords, please)",
    "Do not enter passwords here",
    "Parola chiave",
    "Word of mouth",
    "PIN code",
    "Postcode",
    "Name",
    "",
  ])("%s is not a secret", (label) => {
    expect(asksForSecret(label)).toBe(false);
  });

  test("warns of bank account numbers and codes in forms too", () => {
    const sensitive = [
      "Bank password",
      "credit card number",
      "IBAN",
      "Kontonummer",
      "Your PIN",
      "PIN",
      "TAN",
      "Bankverbindung",
      "Numéro de compte bancaire",
      "Número de cuenta",
      "Código de seguridad",
      "Codice di sicurezza",
      "Rekeningnummer",
      "Tilinumero",
      "Numer konta",
      "Číslo účtu",
      "Bankovní účet",
      "Bančni račun",
      "Broj računa",
      "Bankszámlaszám",
      "Cont bancar",
      "Банкова сметка",
      "Τραπεζικός λογαριασμός",
      "Κωδικός ασφαλείας",
      "Banko sąskaita",
      "Bankas konts",
      "Numru tal-kont",
      "Uimhir an chuntais bhainc",
      "Bankkonto",
      "Säkerhetskod",
      "Sikkerhedskode",
      "Turvakood",
      "Verification code",
      "One-time code",
      "Account PIN number",
      "ПИН код",
      "Numărul contului",
    ];
    expect(sensitive.filter((label) => !asksForSensitive(label))).toEqual([]);
    const others = [
      "PIN code",
      "Postcode",
      "Name",
      "Account name",
      "Which bank do you use?",
      "Library card number",
      "Customer number",
      "Tan colour",
      "Pinboard",
      "Liban",
      "Discount code",
      "Promo code",
      "Code",
      "Order code",
      "Gutscheincode",
      "Kod pocztowy",
      "Kód produktu",
      "Account manager",
    ];
    expect(others.filter(asksForSensitive)).toEqual([]);
  });

  test("is left out of forms, of lists of operations, and of lessons", () => {
    const secret = { type: "short_text", label: "Password" };
    const name = { type: "short_text", label: "Name" };
    const localized = { id: "x", type: "short_text", label: { en: "Code", de: "Passwort" } };
    const left = (list: readonly object[]) => withoutUnasked({ list }, none).answer.list;
    expect(left([name, secret, localized, { ...name, placeholder: "Your card number" }])).toEqual([name]);
    expect(
      left([
        { op: "add_field", field: secret },
        { op: "change_field", id: "name", set: { label: "Password" } },
        { op: "change_field", id: "name", set: { label: { en: "Password" } } },
        { op: "add_field", field: name },
        { op: "change_choice", field: "lost", id: "a", label: "Password" },
      ]),
    ).toEqual([
      { op: "add_field", field: name },
      { op: "change_choice", field: "lost", id: "a", label: "Password" },
    ]);
    const choice = {
      type: "single_choice",
      label: "What do you forget?",
      choices: [{ label: "Password" }, "Card number"],
    };
    const about = { kind: "open", question: "What makes a good password?" };
    expect(left([choice, { type: "yes_no", label: "Do you use a password?" }])).toHaveLength(2);
    expect(left([about, { kind: "open", question: "Type your password" }])).toEqual([about]);
  });
});

test("finds additions of a translation", () => {
  expect(findUnasked("Name", "Nom")).toBeUndefined();
  expect(findUnasked("See example.org", "Siehe https://example.org")).toBeUndefined();
  expect(findUnasked("Forgot your password?", "Passwort vergessen?")).toBeUndefined();
  expect(findUnasked("Name", "Siehe https://evil.example")?.kind).toBe("link");
  expect(findUnasked("Name", "Passwort")).toEqual({ kind: "secret", text: "Passwort" });
});

test("names each part once, and only some of very many", () => {
  const link = { kind: "link", text: "https://evil.example/x" } as const;
  const [first, second, ...more] = unaskedWarnings([link, link, { kind: "secret", text: 'Your "password"' }]);
  expect([first?.code, second?.code, more.length]).toEqual(["link_left_out", "secret_left_out", 0]);
  expect(first?.message).toMatch(/^"https:\/\/evil\.example\/x" was left out: /);
  expect(second?.message).toMatch(/^"Your 'password'" was left out: /);
  const many = Array.from(
    { length: 50 },
    (_, n) => ({ kind: "link", text: `www.a${n}.${"x".repeat(900)}` }) as const,
  );
  const warnings = unaskedWarnings(many);
  expect(warnings).toHaveLength(20);
  expect(Math.max(...warnings.map(({ message }) => message.length))).toBeLessThan(600);
});
