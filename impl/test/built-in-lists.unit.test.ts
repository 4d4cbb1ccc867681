import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FormField, FormStructure } from "../../generated/types.ts";
import { buildForm } from "../ai/builtin/index.ts";
import { Prompt } from "../ai/builtin/reading/prompt.ts";
import { requireUsable } from "../forms/structure/usable.ts";
import { WordedRefusal } from "../platform/failures/worded-refusal.ts";

type Row = readonly [name: string, prompt: string, want: readonly string[]];

const numbered: Row[] = [
  [
    "form name, description and questions",
    "Form name: Desk booking\nDescription: Book a desk for a day.\nQuestions:\n1. Full name (required)\n2. Which floor? (First, Second; required)\n3. Need parking? (yes/no)",
    [
      "title Desk booking",
      "description Book a desk for a day.",
      "short_text! Full name",
      "single_choice! Which floor? [First, Second]",
      "yes_no Need parking?",
    ],
  ],
  [
    "a type before a range or the choices",
    "Fields:\n1. Guests (number, 1-3)\n2. Size [dropdown: 1-10, 11-50, 50+]\n3. Days (checkboxes: Mon, Tue, Wed)\n4. Topics (multiple choice, select up to 2: Art, Law, Music)",
    [
      "number! Guests min=1 max=3",
      "dropdown! Size [1-10, 11-50, 50+]",
      "multiple_choice! Days [Mon, Tue, Wed]",
      "multiple_choice! Topics [Art, Law, Music] max_selections=2",
    ],
  ],
  [
    "slashes behind a question or a bracket part choices",
    "Survey\n- Which features do you use? [multiple choice] Dashboard / Reports / API\n- Device (dropdown) Phone / Tablet / Laptop",
    [
      "multiple_choice! Which features do you use? [Dashboard, Reports, API]",
      "dropdown! Device [Phone, Tablet, Laptop]",
    ],
  ],
  [
    "one number is one question",
    "Sign-up\n1. First and last name\n2. Email",
    ["title Sign-up", "short_text! First and last name", "email! Email"],
  ],
  [
    "a name above the fields is that of the form",
    "**Name:** Summer camp\n**Fields:** child's name, class (3A, 3B)",
    ["title Summer camp", "short_text! Child's name", "single_choice! Class [3A, 3B]"],
  ],
  [
    "German, French: a name above the fields",
    "Name: Kundenumfrage\nFelder:\n- Name\n- Alter",
    ["title Kundenumfrage", "short_text! Name", "number! Alter min=0 max=120"],
  ],
  [
    "Q and A, and a title of joined words",
    "Check-in\n- Q: Which room?\n  Options: A, B\n- Q: Who comes?",
    ["title Check-in", "single_choice! Which room? [A, B]", "short_text! Who comes?"],
  ],
  [
    "a number of an outline",
    "1. Contact\n1.1 Name\n1.2 Email\n2. Visit\n2.1 Rating (1-5)",
    ["section Contact", "short_text! Name", "email! Email", "section Visit", "rating! Rating max=5"],
  ],
  [
    "an and within the name of one thing, before a bracket",
    "- First and last name (required)\n- Email and phone (optional)",
    ["short_text! First and last name", "email! Email", "phone Phone"],
  ],
];

const details: Row[] = [
  [
    "type, options and required between semicolons",
    "Workshop review:\nTrainer (single choice; options: Ms. Okafor, Dr. Haas; required)\nPace (single choice; options: too slow, just right; optional)\nComments (long text; max 800 characters; optional)",
    [
      "title Workshop review",
      "single_choice! Trainer [Ms. Okafor, Dr. Haas]",
      "single_choice Pace [Too slow, Just right]",
      "long_text Comments max_length=800",
    ],
  ],
  [
    "keys in brackets",
    "- Nights (type: number; min: 1; max: 14; required)\n- Room (type: dropdown; options: Single, Double; required)\n- Notes (type: long text; optional)",
    ["number! Nights min=1 max=14", "dropdown! Room [Single, Double]", "long_text Notes"],
  ],
  [
    "dashes between type, choices and required",
    "Sessions\n1. Full name - short text - required\n2. Session - dropdown - Morning, Evening - required\n3. Notes - long text - optional",
    ["title Sessions", "short_text! Full name", "dropdown! Session [Morning, Evening]", "long_text Notes"],
  ],
  [
    "double dashes, and choices in a bracket behind the type",
    "* Name -- text -- required\n* Size -- single choice -- XS, S, M\n* Product: dropdown (Kettle, Toaster), required",
    ["short_text! Name", "single_choice Size [XS, S, M]", "dropdown! Product [Kettle, Toaster]"],
  ],
  [
    "bars and yes/no behind a label",
    "Run\n- T-shirt size (required): S | M | L | XL\n- attending yes/no\n- Vegan? Yes / No",
    ["title Run", "single_choice! T-shirt size [S, M, L, XL]", "yes_no! Attending", "yes_no! Vegan?"],
  ],
  [
    "a date and a time",
    "Lab\n- Start (date and time, required)\n- Sample (6 characters, required)",
    ["title Lab", "datetime! Start", "short_text! Sample max_length=6"],
  ],
];

const quoted: Row[] = [
  [
    "below and behind words that lead to them",
    'Make a form with these questions, word for word:\n"What is your name?"\n"Would you come again?"',
    ["short_text! What is your name?", "yes_no! Would you come again?"],
  ],
  [
    "in a sentence",
    "Formulaire avec les questions « Quel est votre nom ? », « Quel âge avez-vous ? »",
    ["short_text! Quel est votre nom ?", "number! Quel âge avez-vous ? min=0 max=120"],
  ],
  [
    "options behind a quoted question",
    'Please make a form. Ask:\n- "What kind of project is it?" with the options "Website", "App" and "Branding"\n- "When do you want to start?" (date)\n- "Where?" (one of "Here", "There")',
    [
      "single_choice! What kind of project is it? [Website, App, Branding]",
      "date! When do you want to start?",
      "single_choice! Where? [Here, There]",
    ],
  ],
];

const tables: Row[] = [
  [
    "columns by their names",
    "| Field | Type | Required | Options |\n|---|---|---|---|\n| Full name | text | yes | |\n| Department | dropdown | yes | IT, Legal |\n| Start date | date | no | |",
    ["short_text! Full name", "dropdown! Department [IT, Legal]", "date Start date"],
  ],
  [
    "no bars at the sides",
    "Label | Type | Required | Choices\nPet name | text | Y |\nSpecies | select | Y | Dog; Cat\nVaccinated? | boolean | N |",
    ["short_text! Pet name", "single_choice! Species [Dog, Cat]", "yes_no Vaccinated?"],
  ],
  [
    "choices in a column of notes",
    "| # | Question | Answer type | Notes |\n|---|---|---|---|\n| 1 | Track | Single select | Biology / Physics / Art |\n| 2 | Abstract | Long text | max 3000 characters |",
    ["single_choice! Track [Biology, Physics, Art]", "long_text! Abstract max_length=3000"],
  ],
];

const sections: Row[] = [
  [
    "pages",
    "Page 1: You\n- Name\nPage 2: The event\n- Parking? (yes/no)",
    ["page You", "short_text! Name", "page The event", "yes_no! Parking?"],
  ],
  [
    "headings in capitals",
    "Volunteers\n\nCONTACT\nName\nEmail\n\nSKILLS\nOther skills",
    [
      "title Volunteers",
      "section Contact",
      "short_text! Name",
      "email! Email",
      "section Skills",
      "long_text! Other skills",
    ],
  ],
  [
    "title and items on one line",
    "Job application form. Section: Personal details - name, email, phone. Section: Experience - years of experience (number), current employer.",
    [
      "title Job application form",
      "section Personal details",
      "short_text! Name",
      "email! Email",
      "phone! Phone",
      "section Experience",
      "number! Years of experience min=0 max=80",
      "short_text! Current employer",
    ],
  ],
];

const grids: Row[] = [
  [
    "sentences",
    "Survey with name and email. Please rate our service. Rows: speed, price. Columns: bad, good. Comments.",
    [
      "short_text! Name",
      "email! Email",
      "matrix! Please rate our service rows=[Speed, Price] columns=[Bad, Good]",
      "long_text Comments",
    ],
  ],
  [
    "a quoted question, and signs",
    '1. Matrix question: "How often?" Rows = Email, Chat; Columns = Never, Often',
    ["matrix! How often? rows=[Email, Chat] columns=[Never, Often]"],
  ],
  [
    "columns of a table",
    "| Question | Type | Rows | Columns |\n|---|---|---|---|\n| How was it? | grid | Food, Staff | Bad, Good |",
    ["matrix! How was it? rows=[Food, Staff] columns=[Bad, Good]"],
  ],
  [
    "rows and columns in a bracket",
    "Course\n1. Please rate the following (grid; rows: Lectures, Exercises; columns: Poor, Fair, Good)\n2. Notes",
    [
      "title Course",
      "matrix! Please rate the following rows=[Lectures, Exercises] columns=[Poor, Fair, Good]",
      "long_text Notes",
    ],
  ],
  [
    "rows and columns as sentences or with signs",
    "Survey\n1. Rate these aspects. Rows: Food, Staff. Columns: Bad, Good\n2. Matrix question: Satisfaction. Rows = Speed, Quality. Columns = 1, 2, 3",
    [
      "title Survey",
      "matrix! Rate these aspects rows=[Food, Staff] columns=[Bad, Good]",
      "matrix! Satisfaction rows=[Speed, Quality] columns=[1, 2, 3]",
    ],
  ],
  [
    "rows and columns on lines below",
    "- Availability (matrix)\n  rows: Monday, Tuesday\n  columns: Morning, Evening\n- Notes",
    ["matrix! Availability rows=[Monday, Tuesday] columns=[Morning, Evening]", "long_text Notes"],
  ],
];

const outlines: Row[] = [
  [
    "YAML",
    "title: Bike repair\nfields:\n  - id: name\n    label: Customer name\n    type: short_text\n    required: true\n  - label: Bike\n    type: single_choice\n    options:\n      - City\n      - Road\n    required: false\n  - label: Age\n    type: number\n    validation: {min: 1, max: 99}",
    [
      "title Bike repair",
      "short_text! Customer name",
      "single_choice Bike [City, Road]",
      "number! Age min=1 max=99",
    ],
  ],
  [
    "YAML with pages and fields by key",
    "form:\n  name: Intake\n  pages:\n    - title: You\n      fields:\n        full_name:\n          label: Full name\n          type: text\n    - title: Visit\n      fields:\n        pain:\n          type: scale\n          min: 0\n          max: 10",
    ["title Intake", "page You", "short_text! Full name", "page Visit", "scale! Pain min=0 max=10"],
  ],
  [
    "JSON",
    '{ "title": "Rooms", "fields": [\n  { "label": "Organizer", "type": "text", "required": true },\n  { "label": "Room", "type": "dropdown", "options": ["Atlas", "Boreas"], "required": false },\n  { "label": "Agenda", "type": "textarea", "max_length": 300 }\n] }',
    [
      "title Rooms",
      "short_text! Organizer",
      "dropdown Room [Atlas, Boreas]",
      "long_text! Agenda max_length=300",
    ],
  ],
  [
    "JSON behind a sentence",
    'Create a form with fields: [{"label": "Name", "type": "text", "required": true}, {"label": "Topic", "type": "select", "options": ["Billing", "Repair"]}]',
    ["short_text! Name", "single_choice! Topic [Billing, Repair]"],
  ],
  [
    "keys with capitals on lines below",
    "Form: Allergies\n\nField: Child's name\n  Type: short text\n  Required: yes\n\nField: Known allergies\n  Type: checkboxes\n  Options: Nuts, Milk\n  Required: no",
    ["title Allergies", "short_text! Child's name", "multiple_choice Known allergies [Nuts, Milk]"],
  ],
  [
    "a heading of all fields, which is no title",
    "Fields:\n- Name\n- Size (S, M)",
    ["title New form", "short_text! Name", "single_choice! Size [S, M]"],
  ],
  [
    "a sentence that leads to the list, which is no title",
    "Please set up the registration for the regatta. We need:\n- Boat name\n- Sail number (text)",
    ["title Registration for the regatta", "short_text! Boat name", "short_text! Sail number"],
  ],
];

const below: Row[] = [
  [
    "bullets below a bullet",
    "Lunch:\n- Name\n- Main dish\n  - Lasagne\n  - Curry\n- Drinks (choose any)\n  - Water\n  - Juice",
    [
      "title Lunch",
      "short_text! Name",
      "single_choice! Main dish [Lasagne, Curry]",
      "multiple_choice! Drinks [Water, Juice]",
    ],
  ],
  [
    "options on a line of their own",
    "1. Menu choice\nChoices:\n* Chicken\n* Fish\n2. Seating\nChoices: Inside, Terrace\n3. Comments",
    [
      "single_choice! Menu choice [Chicken, Fish]",
      "single_choice! Seating [Inside, Terrace]",
      "long_text Comments",
    ],
  ],
  [
    "numbered words, types and bounds below",
    "Question 1: Which shift suits you?\nOptions:\n- Early\n- Late\nQuestion 2: When can you start?\nType: Date\nQuestion 3: Tell us about yourself\nMax length: 300",
    [
      "single_choice! Which shift suits you? [Early, Late]",
      "date! When can you start?",
      "long_text! Tell us about yourself max_length=300",
    ],
  ],
  [
    "boxes take several, circles one",
    "Preferred contact method:\n( ) Email\n( ) Phone\n\nNewsletter topics:\n[ ] Events\n[ ] Offers\n\nChecked: ☐ Oil ☐ Belts\nCondition: ○ good ○ bad",
    [
      "single_choice! Preferred contact method [Email, Phone]",
      "multiple_choice! Newsletter topics [Events, Offers]",
      "multiple_choice! Checked [Oil, Belts]",
      "single_choice! Condition [Good, Bad]",
    ],
  ],
];

const scales: Row[] = [
  [
    "the ends of a scale",
    "Feedback form\n- Overall (scale 1-5, 1 = bad, 5 = good)\n- Speed (5 stars)",
    ["title Feedback form", "scale! Overall min=1 max=5 ends=bad..good", "rating! Speed max=5"],
  ],
  [
    "each of several lines",
    "Team survey, internal. For each statement use a scale from 1 (never) to 5 (always):\n- My manager supports me\n- I am paid fairly",
    [
      "title Team survey",
      "scale! My manager supports me min=1 max=5 ends=never..always",
      "scale! I am paid fairly min=1 max=5 ends=never..always",
    ],
  ],
];

const ranges: Row[] = [
  [
    "words before a number",
    "Sondaggio: nome, età (sotto i 18, 18-30, oltre 30)",
    ["short_text! Nome", "single_choice! Età [Sotto i 18, 18-30, Oltre 30]"],
  ],
  [
    "words behind it",
    "Survey: name, age (up to 17, 18-30, 31 and over)",
    ["short_text! Name", "single_choice! Age [Up to 17, 18-30, 31 and over]"],
  ],
  [
    "bounds of a number",
    "Survey: name, guests (number, min 1, max 5)",
    ["short_text! Name", "number! Guests min=1 max=5"],
  ],
];

const marked: Row[] = [
  [
    "required behind a colon",
    "- Name\n- Email\n- Phone\nRequired: Name, Email",
    ["short_text! Name", "email! Email", "phone Phone"],
  ],
  [
    "new fields, in sentences",
    "Contact form. Required fields: name, message. Optional fields: phone, company.",
    ["short_text! Name", "long_text! Message", "phone Phone", "short_text Company"],
  ],
  [
    "French, in a sentence",
    "Formulaire : nom, e-mail, téléphone. Champs obligatoires : nom et e-mail.",
    ["short_text! Nom", "email! E-mail", "phone Téléphone"],
  ],
  [
    "two names between a slash",
    "- Name / Telefon\n- E-Mail",
    ["short_text! Name", "phone! Telefon", "email! E-Mail"],
  ],
];

const rated: Row[] = [
  [
    "behind a colon, in a list",
    "- Name\n- Rate each from 1 to 10: food, service, music",
    ["short_text! Name", "rating! Food max=10", "rating! Service max=10", "rating! Music max=10"],
  ],
  [
    "behind a colon, in sentences",
    "Kundenumfrage. Bitte bewerten Sie von 1 bis 5: Essen, Service. Kommentar (optional).",
    ["rating! Essen max=5", "rating! Service max=5", "long_text Kommentar"],
  ],
  ["French", "Notez de 1 à 5 : accueil, propreté", ["rating! Accueil max=5", "rating! Propreté max=5"]],
];

const conditions: Row[] = [
  [
    "behind a question without a type",
    "- Pets? If yes, which kind\n- Move-in date",
    ["yes_no! Pets?", "short_text! Which kind if=pets equals true", "date! Move-in date"],
  ],
  [
    "by number and by name, with yes and no",
    '1. Do you have a car? (yes/no)\n2. License plate (only if Q1 = Yes)\n3. Travel (Train, Bus) (only if question 1 is no)\n4. If "Yes", where from?',
    [
      "yes_no! Do you have a car?",
      "short_text! License plate if=do_you_have_a_car equals true",
      "single_choice! Travel [Train, Bus] if=do_you_have_a_car equals false",
      "short_text! Where from? if=do_you_have_a_car equals true",
    ],
  ],
  [
    "by a choice",
    "Type of request (dropdown: Question, Complaint; required)\nOrder number (text; show if Type of request = Complaint)\nMessage (long text; required)",
    [
      "dropdown! Type of request [Question, Complaint]",
      "short_text Order number if=category equals complaint",
      "long_text! Message",
    ],
  ],
];

const own: Row[] = [
  [
    "of the field itself is none",
    "- Do you smoke? (yes/no)\n- Other pets (yes/no - if yes describe)",
    ["yes_no! Do you smoke?", "yes_no! Other pets"],
  ],
];

const messy: Row[] = [
  [
    "numbers that a time or a size cannot have, below a bare heading",
    "Champs\n1. Heure (9-17)\n2. Taille en cm",
    ["title Nouveau formulaire", "time! Heure", "number! Taille"],
  ],
  [
    "single letters, and a plural in a bracket",
    "Create a donor form with these fields:\n- Guest name(s) (text)\n- Blood group - dropdown A, B, AB, 0\n- Class (5.A, 5.B, 6.A)",
    [
      "title Donor form",
      "short_text! Guest name(s)",
      "dropdown! Blood group [A, B, AB, 0]",
      "single_choice! Class [5.A, 5.B, 6.A]",
    ],
  ],
  [
    "a chat",
    "hi can u make a form w/\nname\ne mail\nwhich day (fri / sat)\nhow many tickets max 4\nanything else",
    [
      "short_text! Name",
      "email! E mail",
      "single_choice! Which day [Fri, Sat]",
      "number! How many tickets min=0 max=4",
      "long_text Anything else",
    ],
  ],
  [
    "German",
    "Reklamation\n- Bestellnummer (Text; Pflichtfeld)\n- Produkt (Dropdown; Optionen: Lampe, Stuhl; Pflichtfeld)\n- Kinderstuhl ja/nein",
    [
      "title Reklamation",
      "short_text! Bestellnummer",
      "dropdown! Produkt [Lampe, Stuhl]",
      "yes_no Kinderstuhl",
    ],
  ],
  [
    "French",
    "Inscription\n1. Nom (texte, obligatoire)\n2. Jour préféré (choix multiple : mardi, jeudi)\n3. Commentaires (texte long, facultatif)",
    [
      "title Inscription",
      "short_text! Nom",
      "multiple_choice! Jour préféré [Mardi, Jeudi]",
      "long_text Commentaires",
    ],
  ],
];

describe.each([
  ["numbered questions", numbered],
  ["details beside a label", details],
  ["quoted questions", quoted],
  ["tables", tables],
  ["pages and sections", sections],
  ["grids", grids],
  ["outlines", outlines],
  ["choices and details on lines below", below],
  ["scales", scales],
  ["ranges as choices", ranges],
  ["what is required", marked],
  ["what is rated", rated],
  ["conditions", conditions],
  ["a condition", own],
  ["messy lists", messy],
])("%s", (_, rows) => {
  test.each(rows)("%s", (_name, prompt, want) => {
    expect(linesOf(buildForm({ prompt }).structure, want)).toEqual(want);
  });
});

/** What must be said: the words that a warning quotes, and the prompt. */
const warned: readonly (readonly [name: string, prompt: string, words: string])[] = [
  [
    "a remark that is not read",
    "- Name\n- Email\n- Phone\n- Age (number, like last year in 2019)\n- City\n- Street",
    "like last year in 2019",
  ],
  ["more files than a field takes", "- Name\n- Photos (up to 50 files)\n- City", "so high or low a number"],
  [
    "a longer text than a field takes",
    "- Name\n- Essay (max 50000 characters)\n- City",
    "so high or low a number",
  ],
  ["two fields of one label", "Shifts: Sat 9-12, Sat 12-15, name", 'fields of one name are several: "Sat"'],
  [
    "an answer apart from its question",
    "Name, email, phone, city. Coming? yes/no, number of guests",
    'Not understood and not in the form: "yes/no, number of guests"',
  ],
  [
    "what is rated behind a colon, with its bounds at the end",
    "- Full name\n- Rate your manager: Fairness, Support (1-5 each)\n- Email address\n- Phone number\n- Postal code\n- Job title",
    'Not understood and not in the form: "Rate your manager: Fairness, Support (1-5 each"',
  ],
  [
    "rules among notes",
    "| Field | Type | Notes |\n|---|---|---|\n| Name | text | |\n| Seats | number | 1-100, only for teams |",
    '"1-100, only for teams" was read as help',
  ],
  [
    "fields behind an answer",
    "- Child(ren)\n- Need a room? yes/no; if yes: arrival date, departure date\n- Email\n- Phone\n- City",
    'Not understood and not in the form: "if yes: arrival date, departure date"',
  ],
  ["formats that may be topics", "- Name\n- Training attended (Excel, Word)\n- City", '"Training attended"'],
  ["a doubtful type", "- Name\n- Varieties wanted\n- City", "Varieties wanted"],
  [
    "a condition about no field",
    "- Name\n- If yes, which one?\n- City\n- Email\n- Phone",
    "If yes, which one",
  ],
  [
    "an unknown key of JSON",
    '[{"label": "Name", "type": "text", "autocomplete": "given"}, {"label": "City", "type": "text"}]',
    "autocomplete",
  ],
];

test.each(warned)("warns of %s", (_name, prompt, words) => {
  expect(
    buildForm({ prompt })
      .warnings.map(({ message }) => message)
      .join("\n"),
  ).toContain(words);
});

/** The form in lines: its title and description where wanted, pages, and fields with what they have beyond the usual. */
function linesOf(
  { title, description, pages, default_language: language }: FormStructure,
  want: readonly string[],
): string[] {
  const text = (words: object | undefined) =>
    Object.entries(words ?? {}).find(([code]) => code === language)?.[1] ?? "";
  const head = [`title ${text(title)}`, `description ${text(description)}`];
  const body = pages.flatMap((page) => [
    ...(page.title ? [`page ${text(page.title)}`] : []),
    ...page.fields.map((field) => lineOf(field, text)),
  ]);
  return [...head.filter((line) => want.some((one) => one.startsWith(line.split(" ")[0] ?? ""))), ...body];
}

function lineOf(field: FormField, text: (words: object | undefined) => string): string {
  const listed = (list: readonly { label: object }[]) =>
    `[${list.map(({ label }) => text(label)).join(", ")}]`;
  const bounds = "validation" in field ? Object.entries({ ...field.validation }) : [];
  const more = [
    ...("choices" in field ? [listed(field.choices)] : []),
    ...("rows" in field ? [`rows=${listed(field.rows)} columns=${listed(field.columns)}`] : []),
    ...bounds.filter(([name]) => SHOWN.has(name)).map(([name, value]) => `${name}=${value}`),
    ...("min" in field ? [`min=${field.min}`] : []),
    ...("max" in field ? [`max=${field.max}`] : []),
    ...("min_label" in field ? [`ends=${text(field.min_label)}..${text(field.max_label)}`] : []),
    ...(typeof field.visible_if === "object" && "op" in field.visible_if
      ? [conditionOf(field.visible_if)]
      : []),
  ];
  const mark = "required" in field && field.required ? "!" : "";
  return [`${field.type}${mark}`, text(field.label), ...more].join(" ");
}

const SHOWN: ReadonlySet<string> = new Set(["min", "max", "max_length", "max_selections"]);

function conditionOf(condition: object): string {
  return `if=${Object.values(condition).join(" ")}`;
}

const word = fc.constantFrom(
  ...'name email ( ) [ ] { } : ; , - | \n * # 1. required options yes / no rows columns if = " “ ” _ ★ ☐ type: text'.split(
    " ",
  ),
  "\n",
  "\n  ",
  "\n- ",
  "dropdown",
  "1-5",
  "Farbe",
  "größer",
  "😀",
  "\u0301",
  "\r\n",
  "\t",
);
const prompts = fc.oneof(
  fc.array(word, { maxLength: 60 }).map((words) => words.join(" ")),
  fc.array(word, { maxLength: 60 }).map((words) => words.join("")),
  fc.string({ unit: "binary", maxLength: 200 }),
);

/** A form, or `undefined` for a refusal: nothing else may be thrown. */
function built(prompt: string) {
  try {
    return buildForm({ prompt });
  } catch (error) {
    if (error instanceof WordedRefusal) return undefined;
    throw error;
  }
}

test("gives a valid form or a refusal, and the same each time", () => {
  const law = fc.property(prompts, (prompt) => {
    const form = built(prompt);
    expect(built(prompt)).toEqual(form);
    if (form) requireUsable(form.structure);
  });
  fc.assert(law, { numRuns: 400 });
});

test.each([
  ["lists in lists", `a:\n${"- ".repeat(3_900)}x\nb: 1\nc: 2\nd: 3`],
  ["brackets in brackets", `a: 1\nb: 2\nc: ${"[".repeat(3_900)}`],
  ["maps in maps", '{"a":'.repeat(1_300)],
  ["deeper lines", Array.from({ length: 124 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["anchors", "a: &x [1]\nb: *x\nc: *y\nd: !!js z"],
])("gives a valid form or a refusal for YAML of %s", (_name, prompt) => {
  const form = built(prompt);
  if (form) requireUsable(form.structure);
});

test("says every word of a list: it is in the form, or a warning quotes it", () => {
  const odd = fc.stringMatching(/^[b-df-hj-np-tv-z]{6,9}$/);
  const law = fc.property(
    fc.array(odd, { minLength: 3, maxLength: 6 }),
    fc.constantFrom("- ", "1. ", "* "),
    (words, bullet) => {
      const form = built(words.map((one) => `${bullet}${one} (text, required)`).join("\n"));
      const said = JSON.stringify(form).toLowerCase();
      for (const one of words) expect(said).toContain(one);
    },
  );
  fc.assert(law, { numRuns: 100 });
});

/** Twice as long takes about twice as many looks at tokens. */
test.each([
  "a, ",
  "(",
  "[[",
  "{",
  '"',
  "- a\n",
  "  - k: v\n",
  "a (b; c) ",
  "if yes, ",
  "| a ",
  "1. ",
  "? ",
  "rows: ",
  "a/b/",
  "★",
])("reads 8,000 characters of %j in linear steps", (piece) => {
  const steps = (length: number) => {
    let count = 0;
    const { isMark } = Prompt.prototype;
    Prompt.prototype.isMark = function (index, marks) {
      count += 1;
      return isMark.call(this, index, marks);
    };
    try {
      built(piece.repeat(Math.ceil(length / piece.length)).slice(0, length));
    } finally {
      Prompt.prototype.isMark = isMark;
    }
    return count;
  };
  expect(steps(8000)).toBeLessThan(3 * steps(4000) + 10_000);
});
