/** Tests form texts line by line: they are read as the documentation says. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FormField } from "../../../generated/types.ts";
import { parseFormText } from "./parse.ts";
import { printFormText } from "./print.ts";

const english = { language: "en", untitled: "New form" } as const;

/** A field in a line: `number! Age min=18`. */
function shown(field: FormField): string {
  const {
    id: _id,
    type,
    label,
    required,
    description,
    validation,
    ...rest
  } = field as FormField & {
    required?: boolean;
    validation?: object;
  };
  const values = { ...rest, ...validation, ...(description && { help: description }) };
  const parts = Object.entries(values).map(([name, value]) => `${name}=${plain(value)}`);
  return [`${type}${required ? "!" : ""}`, Object.values(label)[0], ...parts].join(" ");
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join("|");
  if (typeof value !== "object" || value === null) return String(value);
  if ("label" in value) {
    const capacity = "capacity" in value ? `(${value.capacity})` : "";
    return `${plain(value.label)}${capacity}`;
  }
  return String(Object.values(value)[0]);
}

function read(text: string, language: "en" | "de" | "fr" = "en") {
  const { structure, problems, quoted } = parseFormText(text, { ...english, language });
  const of = ({ span }: { span: { from: number; to: number } }) => text.slice(span.from, span.to);
  return {
    title: structure && Object.values(structure.title)[0],
    fields: structure?.pages.flatMap(({ title, fields }) => [
      ...(title ? [`# ${Object.values(title)[0]}`] : []),
      ...fields.map(shown),
    ]),
    problems: problems.map((problem) => `${problem.code}: ${of(problem)}`),
    quoted: quoted.map((each) => `${each.kind}: ${of(each)}`),
    structure,
  };
}

describe("a question", () => {
  test.each<readonly [line: string, field: string]>([
    ["Name *", "short_text! Name"],
    ["Favourite animal", "short_text Favourite animal"],
    ["Email", "email Email"],
    ["Date of birth", "date Date of birth"],
    ["Email (required)", "email! Email"],
    ["Photo", "file_upload Photo accept=jpg|png|heic|webp"],
    ["Photos (up to 3)", "file_upload Photos max_files=3 accept=jpg|png|heic|webp"],
    ["Photos (file)", "file_upload Photos"],
    ["Photo (pdf or jpg)", "file_upload Photo accept=pdf|jpg"],
    ["CV (max. 2, pdf)", "file_upload CV max_files=2 accept=pdf"],
    ["Photographer (up to 3)", "number Photographer max=3"],
    ["Blood group: A+, A-, B+, B-", "single_choice Blood group choices=A+|A-|B+|B-"],
    ["Blood group: A+ | A- | 0+ | 0- *", "single_choice! Blood group choices=A+|A-|0+|0-"],
    ["Temperature (-20 to 40)", "number Temperature min=-20 max=40"],
    ["Temperature (number, -20 to 40, °C)", "number Temperature unit=°C min=-20 max=40"],
    ["Temperature (−20–40)", "number Temperature min=-20 max=40"],
    ["Group: Hedgehogs, Foxes, Bears", "single_choice Group choices=Hedgehogs|Foxes|Bears"],
    ["Food (5 stars)", "rating Food max=5"],
    ["Food (1-5)", "scale Food min=1 max=5"],
    ["Age (18 to 99)", "number Age min=18 max=99"],
    ["Loaves (1 to 9, whole number)", "number Loaves min=1 max=9 integer=true"],
    ["Weight (0 to 10, unit = kg)", "number Weight unit=kg min=0 max=10"],
    ["Mood (1 to 5, 1 = bad, 5 = good)", "scale Mood min_label=bad max_label=good min=1 max=5"],
    ["Comments (long text, max 500 characters)", "long_text Comments max_length=500"],
    ["Age 18 to 99", "number Age min=18 max=99"],
    ["Number of people, 2 to 20", "number Number of people min=2 max=20"],
    ["Quality 1-5 *", "scale! Quality min=1 max=5"],
    ["Helmet yes/no", "yes_no Helmet"],
    ["Notes optional", "long_text Notes"],
    ["Full name - short text - required", "short_text! Full name"],
    ["Purchase date", "date Purchase date"],
    ["Date of purchase", "date Date of purchase"],
    ["Captain's e-mail", "email Captain's e-mail"],
    ["Landline telephone number", "phone Landline telephone number"],
    ["Hirer's signature", "signature Hirer's signature"],
    ["Mobile (for the day)", "phone Mobile (for the day)"],
    ["Name and phone", "short_text Name and phone"],
    ["Phone/email", "short_text Phone/email"],
    ["Phone model", "short_text Phone model"],
    ["VAT number (of the company)", "short_text VAT number (of the company)"],
    ["VAT number", "short_text VAT number"],
    ["Date(s)", "short_text Date(s)"],
    ["Signature……………", "signature Signature"],
    ["Date …..……...", "date Date"],
    ["Arrival (date, from today)", "date Arrival min=today"],
    ["Arrival (from 1 May 2027 to 31 May 2027)", "date Arrival min=2027-05-01 max=2027-05-31"],
    ["Arrival (1 May 2027 to 31.5.2027)", "date Arrival min=2027-05-01 max=2027-05-31"],
    ["Vegan? yes/no", "yes_no Vegan?"],
    ["Vegan? [ ] Yes [ ] No", "yes_no Vegan?"],
    ["Attending: yes / no", "yes_no Attending"],
    ["Drink ( ) Tea ( ) Coffee", "single_choice Drink choices=Tea|Coffee"],
    ["Size (S | M | L) *", "single_choice! Size choices=S|M|L"],
    ["Age: number, required", "number! Age"],
    [
      "CV (pdf or word, up to 2 files, max 5 MB)",
      "file_upload CV accept=pdf|doc|docx max_files=2 max_file_size_mb=5",
    ],
    ["Price (unit = €, step 0.5)", "number Price unit=€ step=0.5"],
    ["Weight (kg)", "number Weight unit=kg"],
    ["Name: ______", "short_text Name"],
    ["Name (first and last)", "short_text Name (first and last)"],
    ["Phone (country = de, example = 030 123)", "phone Phone placeholder=030 123 default_country=DE"],
    [
      "I agree (consent, full text = https://example.org/a?b=1)",
      "consent I agree statement=I agree link=https://example.org/a?b=1",
    ],
    ['"Name: first (and last)" *', "short_text! Name: first (and last)"],
    ["**Name** (required)", "short_text! Name"],
    ["Colour (own answer): red | blue", "single_choice Colour allow_other=true choices=red|blue"],
    ["Recommend us? (nps)", "nps Recommend us?"],
    ["Time of arrival: as late as 10:30", "short_text Time of arrival: as late as 10:30"],
    ["Temperature (-30 to +5 °C)", "number Temperature unit=°C min=-30 max=5"],
    ["Q1: Name *", "short_text! Name"],
    ["B2.1 Shoe size (number)", "number Shoe size"],
    ["Mood (dropdown: calm, nervous)", "dropdown Mood choices=calm|nervous"],
    ["Topics [checkboxes: art, music, chess] *", "multiple_choice! Topics choices=art|music|chess"],
    ["How often? daily / weekly / never", "single_choice How often? choices=daily|weekly|never"],
    ["Price: up to 10,50 € / 10,50–49,99 €", "single_choice Price choices=up to 10,50 €|10,50–49,99 €"],
    ["Can we call? Y/N", "yes_no Can we call?"],
  ])("%s", (line, field) => {
    const { fields, problems, quoted } = read(`Form\n${line}`);
    expect([fields, problems, quoted]).toEqual([[field], [], []]);
  });
});

describe("bullets with places below a line that does not ask are its choices", () => {
  test.each<readonly [text: string, field: string]>([
    [
      "Choose a time *\n- 10:00 (1 place)\n- 10:20 (1 place)",
      "single_choice! Choose a time choices=10:00(1)|10:20(1)",
    ],
    [
      "Workshop\n- Pottery (12 places)\n> On Friday",
      "single_choice Workshop choices=Pottery(12) help=On Friday",
    ],
    [
      "Workshop\n- Pottery (12 places)\n- I only watch",
      "single_choice Workshop choices=Pottery(12)|I only watch",
    ],
  ])("%s", (lines, field) => {
    const { fields, problems, quoted } = read(`Form\n${lines}\nName`);
    expect([fields, problems, quoted]).toEqual([[field, "short_text Name"], [], []]);
  });

  test("but not those with a question among them", () => {
    const { problems } = read("Form\nWorkshop\n- Pottery (12 places)\n- Your email (required)");
    expect(problems).toContain("choices_or_questions: Workshop");
  });
});

describe("is refused, with the place", () => {
  test.each<readonly [text: string, problem: string]>([
    ["Form\nContact:\n- Name\n- Email", "choices_or_questions: Contact"],
    ["Form\nGroup:\n- Hedgehogs\n- Foxes", "choices_or_questions: Group"],
    [
      "Form\n1. Name\n2. Rate 1 (bad) to 5 (good):\n- Food\n- Music",
      "choices_or_questions: Rate 1 (bad) to 5 (good)",
    ],
    ["Form\nHow old are you?\nunder 12\nover 12", "choices_unmarked: How old are you?"],
    ["Form\n1. Your instrument *\n    violin\n    viola\n2. Years", "choices_unmarked: Your instrument"],
    ["Form\n1. Your age\nunder twelve\n12 to 17\n2. Your name", "line_unlike: under twelve"],
    ["Form\n- Dog\n- Breed\nSee you soon, Ada", "line_unlike: See you soon, Ada"],
    ["Form\nAge group\n12-17", "line_unlike: 12-17"],
    ["Form\n1. Rate us (bad, fair, good)\na) the food\nb) the music", "details_unread: bad, fair, good"],
    [
      "Could you make something for our sports day, please, as the paper lists get lost\nBest wishes\nAda",
      "no_questions: Best wishes",
    ],
    [
      "Hello, could you make a list for our workers, so that they sign in every day?\nBest wishes",
      "no_questions: Hello, could you make a list for our workers, so that they sign in every day?",
    ],
    ["Form\nDog? No / Yes, small / Yes, large\nSize: S, M / L", "commas_unclear: S, M / L"],
    ["Form\n| Question | Answer |\n|---|---|\n| Name | text |\nAge", "table_unclear: | Question | Answer |"],
    ["Form\nPrice: 1,5, 2,5", "commas_unclear: 1,5, 2,5"],
    ["Form\nDrink: tea, coffee or juice", "or_unclear: tea, coffee or juice"],
    ["Form\nSize: S, M, required", "choice_is_word: required"],
    ["Form\nDay: Mon | Tue | mon", "choices_alike: mon"],
    ["Form\nTemperature (40 to -20)", "range_reversed: Temperature (40 to -20)"],
    ["Form\nName (date, number)", "types_differ: Name (date, number)"],
    ["Form\nName (shuffle)", "detail_misplaced: Name (shuffle)"],
    ["Form\nPhotos (up to 10)", "detail_misplaced: Photos (up to 10)"],
    ["Form\nCV (pdf, max 99 MB)", "detail_misplaced: CV (pdf, max 99 MB)"],
    ["Form\nWorkshop (20 places each)", "details_unread: 20 places each"],
    ["Form\nWorkshop: Drones (20 places each), Robots", "details_unread: 20 places each"],
    [
      "Quiz\nWhich planet is the largest? Mars (correct: Jupiter)",
      "answer_marked: Which planet is the largest? Mars (correct: Jupiter)",
    ],
    ["Quiz\nMars (correct: Jupiter)", "answer_marked: Mars (correct: Jupiter)"],
    ["Quiz\nLargest planet: Mars | Jupiter (correct)", "answer_marked: Jupiter (correct)"],
    ["Quiz\nCapital of France?\n- Lyon\n- Paris*\n- Nice", "answer_marked: Paris*"],
    ["Quiz\nCapital of France?\na) Lyon\nb) Paris ✓", "answer_marked: Paris ✓"],
    [
      "Quiz\nCapital of France? a) Lyon b) Paris* c) Nice",
      "letters_in_line: Capital of France? a) Lyon b) Paris* c) Nice",
    ],
    ["Quiz\nCapital of France?\na) Lyon b) Paris* c) Nice", "letters_in_line: a) Lyon b) Paris* c) Nice"],
    ["Form\nTopic (choose several)", "choices_missing: Topic"],
    ["Form\nName (required): as in your passport", "list_unread: as in your passport"],
    ["Form\nName\n---\nButton: Go\nColour: red", "setting_unread: Colour: red"],
    ["Form\nName\n---\nButton: Go\nButton: Send", "setting_unread: Button: Send"],
    [
      "I need a form that asks people about their holidays.",
      "no_questions: I need a form that asks people about their holidays.",
    ],
    ["Trip\nVisa required", "details_outside: required"],
    ["Trip\nSchool year 2026-2027", "details_outside: 2026-2027"],
    ["Colours: red, green, blue", "choices_or_questions: red, green, blue"],
    ["Visit: name, email, time: 10:00, 11:30", "choices_or_questions: time: 10:00"],
  ])("%s", (text, problem) => {
    expect(read(text).problems).toEqual([problem]);
  });
});

test.each([
  ["a name with initials", "Form\nA book of A. B. Carter"],
  ["a bracket that goes on", "Form\nPostal address (correct at the time of sending)"],
  ["texts in quotes", 'Quiz\n"Mars (correct: Jupiter)"\nPrice?\n- "Net*"\n- Gross'],
  ["choices whose letters are a part of them", "Quiz\nCapital of France: a) Lyon | b) Paris"],
])("no mark of a right answer is seen in %s", (_, text) => {
  expect(read(text).problems).toEqual([]);
});

test("the example of the page is the form that the page says", () => {
  const page = readFileSync(new URL("../../docs/form-text.md", import.meta.url), "utf8");
  const [, example = ""] = /```\n(Workshop day\n[\s\S]*?)```/.exec(page) ?? [];
  const { title, fields, problems, quoted, structure } = read(example);
  expect([title, structure?.description, problems, quoted]).toEqual([
    "Workshop day",
    { en: "Tell us what you want to make." },
    [],
    [],
  ]);
  expect(fields).toEqual([
    "# About you",
    "short_text! Name",
    "email! Email",
    "single_choice Blood group choices=A+|A-|0+|0-",
    "number Temperature unit=°C min=-20 max=40",
    "multiple_choice Which workshops? choices=Pottery(12)|Baking(12) max_selections=2",
  ]);
});

test("bullets and numbers mean nothing before questions, and begin choices below one", () => {
  const text = "Camp\n1. Name (required)\n2. Which day?\n   - Monday\n   - Tuesday\n- Email\n• Vegan? yes/no";
  expect(read(text).fields).toEqual([
    "short_text! Name",
    "single_choice Which day? choices=Monday|Tuesday",
    "email Email",
    "yes_no Vegan?",
  ]);
});

test("letters tell questions or choices apart", () => {
  expect(read("a) Pet's name:\nb) Kind: cat, dog\nc) Weight (kg)").fields).toEqual([
    "short_text Pet's name",
    "single_choice Kind choices=cat|dog",
    "number Weight unit=kg",
  ]);
  expect(
    read("Quiz\n1. Capital of Australia?\na) Sydney\nb) Canberra\n2. 15 % of 200?\n   A. 15\n   B. 30")
      .fields,
  ).toEqual([
    "single_choice Capital of Australia? choices=Sydney|Canberra",
    "single_choice 15 % of 200? choices=15|30",
  ]);
  expect(read("Form\nA. Smith's dog").fields).toEqual(["short_text A. Smith's dog"]);
});

test("bullets below a number are choices where other numbers have none, and a warning names them", () => {
  const { fields, quoted } = read(
    "Camp\n1. Name of the child\n2. Class\n   - Oak\n   - Willow\n3. Allergies",
  );
  expect([fields, quoted]).toEqual([
    ["short_text Name of the child", "single_choice Class choices=Oak|Willow", "short_text Allergies"],
    ["list: Class"],
  ]);
});

test("in a list behind a colon, brackets make no label too long, and end no sentence", () => {
  const list = "how did you like the food (1 to 5, one is bad), coming? (yes/no), what should we improve";
  expect(read(`Canteen: ${list}`).fields).toEqual([
    "scale how did you like the food min=1 max=5",
    "yes_no coming?",
    "short_text what should we improve",
  ]);
  const sentence = "name, tell us which of the many days in May would suit you best";
  expect(read(`Canteen: ${sentence}`).fields).toEqual([
    `single_choice Canteen choices=${sentence.replace(", ", "|")}`,
  ]);
});

test("separate lines above numbers are headings, and a warning names them", () => {
  const { fields, quoted } = read(
    "Census\n\nPart A\n1. Name\n2. Age\n\nB. Wishes\n3. Instrument\n\nC. Help\n4. Phone",
  );
  expect([fields, quoted]).toEqual([
    [
      "section Part A",
      "short_text Name",
      "number Age",
      "section Wishes",
      "short_text Instrument",
      "section Help",
      "phone Phone",
    ],
    ["heading: Part A", "heading: Wishes", "heading: Help"],
  ]);
});

test("a single box is a consent", () => {
  const { fields } = read("Form\nIBAN\n[ ] I have read the rules.\nDrinks\n[ ] Tea\n[ ] Juice");
  expect(fields).toEqual([
    "short_text IBAN",
    "consent I have read the rules. statement=I have read the rules.",
    "multiple_choice Drinks choices=Tea|Juice",
  ]);
  expect(read("Jobs I take:\n[ ] watering\n[ ] compost").fields).toEqual([
    "multiple_choice Jobs I take choices=watering|compost",
  ]);
});

test("each box of a line below a question is a choice of it", () => {
  expect(read("Trip\nExtras?\n[ ] Sun [ ] Rain\nName").fields).toEqual([
    "multiple_choice Extras? choices=Sun|Rain",
    "short_text Name",
  ]);
  expect(read("Trip\nPlace:\n1. Where?\n( ) In  ( ) Out\n( ) Both").fields?.at(-1)).toBe(
    "single_choice Where? choices=In|Out|Both",
  );
});

test.for<[text: string, line: string]>([
  ["Trip\nName *\n1. ( ) In ( ) Out", "1. ( ) In ( ) Out"],
  ["Trip\nName *\n# Extras\n[ ] Sun [ ] Rain\nAge", "[ ] Sun [ ] Rain"],
])("boxes without a question are refused: %j", ([text, line]) => {
  expect(read(text).problems).toContain(`line_unlike: ${line}`);
});

test("a table is a grid", () => {
  const text =
    "Feedback\nHow was it? (required)\n| | bad | good |\n|---|---|---|\n| Food | [ ] | [ ] |\n| Music | | |\nName";
  expect(read(text).fields).toEqual([
    "matrix! How was it? columns=bad|good rows=Food|Music",
    "short_text Name",
  ]);
});

test("quotes comments and unread text", () => {
  const text = "Form\n// ask Jo\nName (required, in capitals)\nPlace (city, village)";
  expect(read(text).quoted).toEqual(["comment: ask Jo", "unread: in capitals", "bracket: city, village"]);
});

test("the title of a page without questions is quoted", () => {
  const { fields, quoted } = read("Form\n# You\n# About you\nName\n# Thanks");
  expect([fields, quoted]).toEqual([
    ["# About you", "short_text Name"],
    ["unread: You", "unread: Thanks"],
  ]);
});

test("a template is named at one end of a line of at most 12 words", () => {
  const label = read("Contact form for a plumber").fields?.length ?? 0;
  expect(label).toBeGreaterThan(2);
  const words = [
    "Contact",
    "form",
    "for",
    "a",
    "plumber",
    "with",
    "an",
    "office",
    "in",
    "the",
    "old",
    "town",
  ];
  expect(read(words.join(" ")).fields).toEqual(read("Contact form").fields);
  expect(read([...words, "hall"].join(" ")).fields).not.toEqual(read("Contact form").fields);
  expect(read("Our contact form of today").fields).not.toEqual(read("Contact form").fields);
});

test("a list in a sentence", () => {
  const { title, fields, problems } = read(
    "Please create a sign-up for our camp: name, email (required) and age.",
  );
  expect([title, fields, problems]).toEqual([
    "sign-up for our camp",
    ["short_text name", "email! email", "number age"],
    [],
  ]);
});

test("accepts the words of the language, and English ones", () => {
  const text =
    "Anmeldung\nName (Pflicht)\nAlter (Zahl, 6 bis 12)\nWelcher Tag? (höchstens 2 Antworten)\n- Mo\n- Di\nVegan? ja/nein\nMail (email)";
  expect(read(text, "de").fields).toEqual([
    "short_text! Name",
    "number Alter min=6 max=12",
    "multiple_choice Welcher Tag? choices=Mo|Di max_selections=2",
    "yes_no Vegan?",
    "email Mail",
  ]);
});

test("the article before an item of a list is left out, and a capital one is a part of the label", () => {
  expect(read("Sign-up: name, an email, a shirt size (S | M | L) and the age (18 to 99)").fields).toEqual([
    "short_text name",
    "email email",
    "single_choice shirt size choices=S|M|L",
    "number age min=18 max=99",
  ]);
  expect(read("Sign-up: name, email and A levels (number)").fields?.at(-1)).toBe("number A levels");
});

test.each([
  ["de", "Telefon (mobil)", "phone"],
  ["de", "Handynummer für Notfälle", "phone"],
  ["de", "Unterschrift der Eltern", "signature"],
  ["de", "Telefon und E-Mail", "short_text"],
  ["fr", "Téléphone des parents", "phone"],
  ["fr", "date et heure", "short_text"],
  ["pl", "Podpis najemcy", "signature"],
  ["hu", "telefon típusa", "short_text"],
  ["da", "Forælders telefon", "phone"],
] as const)("in %s the main word of %s is that of %s", (language, label, type) => {
  const { structure } = parseFormText(`# X\n${label}`, { language, untitled: "X" });
  expect(structure?.pages[0]?.fields.map((field) => field.type)).toEqual([type]);
});

test("blanks of a paper form part its questions, and dots before a price do not", () => {
  const text = [
    "Form",
    "Town: ........ Postcode: ........",
    "Born:__/__/____ Email:……… @ ………",
    "To tell in an emergency",
    "........................",
    "............ Tel: ............",
    "Adult ............ £5",
  ].join("\n");
  expect(read(text).fields).toEqual([
    "short_text Town",
    "short_text Postcode",
    "date Born",
    "email Email",
    "short_text To tell in an emergency",
    "phone Tel",
    "short_text Adult ............ £5",
  ]);
});

test.each<readonly [text: string, ...fields: string[]]>([
  ["Which?\n(choose several)\n- Rye\n- Oat", "multiple_choice Which? choices=Rye|Oat"],
  ["Which?\n- Rye\n- Oat\n(several, required)", "multiple_choice! Which? choices=Rye|Oat"],
  ["Size\n(S | M)\nAge\n[18 to 99]", "single_choice Size choices=S|M", "number Age min=18 max=99"],
  ["Name\n*\nAge\n______", "short_text! Name", "number Age"],
])("a line that is only details belongs to the question above: %j", (text, ...fields) => {
  expect(read(`Form\n\n${text}`)).toMatchObject({ fields, quoted: [] });
});

test("a bracket of details above all questions is quoted", () => {
  expect(read("Form\n\n(choose several)\nWhich?\n- Rye\n- Oat")).toMatchObject({
    fields: ["single_choice Which? choices=Rye|Oat"],
    quoted: ["unread: (choose several)"],
  });
});

test.each([
  ["de", "mehrere"],
  ["en", "several"],
  ["es", "varias"],
  ["fr", "plusieurs"],
  ["it", "più di una"],
  ["nl", "meerdere"],
  ["pl", "kilka"],
  ["pt", "várias"],
] as const)("in %s (%s) behind a question takes several answers", (language, word) => {
  const { structure } = parseFormText(`X\n\nA? (${word})\n- B\n- C`, { language, untitled: "X" });
  expect(structure?.pages[0]?.fields).toMatchObject([
    { type: "multiple_choice", label: { [language]: "A?" } },
  ]);
});

test("lines that count the parts above questions that do not count are headings", () => {
  const parts = (...heads: string[]) =>
    `Form\n\n${heads.map((head, at) => `${head}\nName ${at}\nNotes ${at}`).join("\n\n")}`;
  const headings = (text: string) => read(text).quoted.filter((each) => each.startsWith("heading"));
  expect(headings(parts("1. The pupil", "2. The trip"))).toEqual(["heading: The pupil", "heading: The trip"]);
  expect(headings(parts("Part 1: you", "Part 2: us"))).toEqual([
    "heading: Part 1: you",
    "heading: Part 2: us",
  ]);
  expect(headings(parts("I. The pupil", "II. The trip"))).toEqual([
    "heading: I. The pupil",
    "heading: II. The trip",
  ]);
  // They count from 1 on, apart from each other, and ask nothing themselves.
  expect(headings(parts("2. The pupil", "3. The trip"))).toEqual([]);
  expect(headings(parts("1. Which pupil?", "2. Which trip?"))).toEqual([]);
  expect(headings("Form\n1. The pupil\n2. The trip\nNotes")).toEqual([]);
});

test.each([
  ["Sex: Male Female", "Male Female"],
  ["How did you find us? Internet Friends", "Internet Friends"],
  ["Music? See below", undefined],
  ["Contact: the office", undefined],
  ["Allergies? Which Ones?", undefined],
])("words beside each other behind a label are warned of: %s", (line, words) => {
  const { quoted } = read(`Form\n${line}`);
  expect(quoted).toEqual(words === undefined ? [] : [`bracket: ${words}`]);
});

test("a list in a bracket may say that a well-known label is something else", () => {
  expect(read("Form\nPhone (Android, iPhone)").fields).toEqual(["short_text Phone (Android, iPhone)"]);
});

test("settings stand below a line of dashes", () => {
  const text =
    "Form\nName\n---\nButton: Sign up\nThanks: See you!\nOpens: 2027-05-01\nCloses: 2027-05-20\nText when closed: See you **next year**!\nText when full: All places are taken.\nLimit: 40\nOne answer per email: yes\nLanguages: German, French";
  const { structure, problems } = read(text);
  expect(problems).toEqual([]);
  expect(structure).toMatchObject({
    languages: ["en", "de", "fr"],
    endings: [{ title: { en: "See you!" } }],
    settings: {
      submit_label: { en: "Sign up" },
      opens_at: "2027-05-01T00:00:00Z",
      closes_at: "2027-05-20T23:59:59Z",
      closed_text: { en: "See you **next year**!" },
      full_text: { en: "All places are taken." },
      response_limit: 40,
      one_response_per_email: true,
    },
  });
});

test.each([
  ["See you there!", "See you there!", undefined],
  ["Thank you very much.", "Thank you very much.", undefined],
  ["We will call you back within two days.", "Thank you", "We will call you back within two days."],
  ["Thanks! We will call you back soon.", "Thanks!", "We will call you back soon."],
  ["Done. We will call you back soon.", "Thank you", "Done. We will call you back soon."],
  ['"We will call you back within two days."', "We will call you back within two days.", undefined],
] as const)("the thanks %s are an ending whose headline is short", (written, title, message) => {
  const { structure, problems } = read(`Form\nName\n---\nThanks: ${written}`);
  expect(problems).toEqual([]);
  const ending = { id: "thanks", title: { en: title }, ...(message && { message: { en: message } }) };
  expect(structure?.endings).toEqual([ending]);
  expect(read(printFormText(structure!, "en", "en")).structure?.endings).toEqual([ending]);
});

test("thanks beside a text after sending are the headline, however long they are", () => {
  const long = "We will call you back within two days.";
  const { structure } = read(`Form\nName\n---\nThanks: ${long}\nAfter sending: See you!`);
  const ending = { id: "thanks", title: { en: long }, message: { en: "See you!" } };
  expect(structure?.endings).toEqual([ending]);
});

test.each([
  ["2027-05-20T18:00+02:00", "2027-05-20T18:00:00+02:00"],
  ["2027-05-20T18:00Z", "2027-05-20T18:00:00Z"],
  ["2027-05-20T18:00:30.5Z", "2027-05-20T18:00:30.5Z"],
  ["2027-05-20 18:00", "2027-05-20T18:00:00Z"],
])("a form opens and closes at %s", (written, time) => {
  const { structure, problems } = read(`Form\nName\n---\nOpens: ${written}\nCloses: ${written}`);
  expect(problems).toEqual([]);
  expect(structure?.settings).toEqual({ opens_at: time, closes_at: time });
});

test("a form without a title is called after its first question, unless that is too long for a title", () => {
  const titleOf = (text: string) => parseFormText(text, english).structure?.title.en;
  expect(titleOf("Which day suits you?\n- Monday\n- Friday\nName *")).toBe("Which day suits you?");
  expect(titleOf("# About you\nWhich day suits you? (date)")).toBe("About you");
  expect(titleOf(`${"Why ".repeat(60)}do you come? (long text)`)).toBe("New form");
});
