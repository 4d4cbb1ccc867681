/** Forms that several tests use. */
import type { FormStructure, MatrixField } from "../../../generated/types.ts";

/** Three pages, one of them only for some, in two languages, with a file. */
export const summerSchool: FormStructure = {
  title: { en: "Register for the summer school", de: "Anmeldung zur Sommerschule" },
  description: { en: "Five days in July.", de: "Fünf Tage im Juli." },
  default_language: "en",
  languages: ["en", "de"],
  hidden_fields: [{ id: "source" }],
  pages: [
    {
      id: "you",
      title: { en: "About you", de: "Über dich" },
      fields: [
        { id: "first_name", type: "short_text", label: { en: "First name", de: "Vorname" }, required: true },
        {
          id: "child",
          type: "yes_no",
          label: { en: "Are you under 18?", de: "Bist du unter 18?" },
          required: true,
        },
      ],
    },
    {
      id: "parent",
      title: { en: "Your parents", de: "Deine Eltern" },
      fields: [
        {
          id: "parent_name",
          type: "short_text",
          label: { en: "Name of a parent", de: "Name eines Elternteils" },
          required: true,
          visible_if: { field: "child", op: "equals", value: true },
        },
      ],
    },
    {
      id: "course",
      title: { en: "Your course", de: "Dein Kurs" },
      fields: [
        {
          id: "course",
          type: "single_choice",
          label: { en: "Course", de: "Kurs" },
          choices: choices(["Drawing", "Zeichnen"], ["Chess", "Schach"], ["Robots", "Roboter"]),
          required: true,
        },
        {
          id: "letter",
          type: "file_upload",
          label: { en: "Letter of motivation", de: "Motivationsschreiben" },
          validation: { accept: ["pdf"] },
        },
      ],
    },
  ],
  endings: [
    {
      id: "end",
      title: { en: "See you in July!", de: "Bis im Juli!" },
      message: { en: "Bring a pencil.", de: "Bring einen Stift mit." },
      redirect_url: "https://example.org/summer",
    },
  ],
};

const matrix: MatrixField = {
  id: "matrix",
  type: "matrix",
  label: { en: "How content are you with …" },
  rows: choices(["The bread"], ["The cakes"]),
  columns: choices(["Not at all"], ["Somewhat"], ["Fully"]),
};

/** One field of each type on one page. */
export const everyField: FormStructure = {
  title: { en: "Everything that can be asked" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "intro", type: "statement", label: { en: "Take your time." } },
        {
          id: "name",
          type: "short_text",
          label: { en: "Name" },
          description: { en: "As in your passport." },
        },
        { id: "long", type: "long_text", label: { en: "Tell us more" } },
        { id: "mail", type: "email", label: { en: "Email of a friend" }, required: false },
        { id: "phone", type: "phone", label: { en: "Phone" } },
        { id: "url", type: "url", label: { en: "Web site" } },
        {
          id: "num",
          type: "number",
          label: { en: "Weight" },
          unit: { en: "kg" },
          validation: { min: 0, max: 30 },
        },
        { id: "more", type: "section", label: { en: "Dates" }, description: { en: "In your time zone." } },
        { id: "date", type: "date", label: { en: "Day" }, validation: { min: "today" } },
        { id: "time", type: "time", label: { en: "Time" } },
        { id: "dt", type: "datetime", label: { en: "Day and time" } },
        {
          id: "single",
          type: "single_choice",
          label: { en: "How would you like to get it?" },
          choices: choices(["By post, which takes three days"], ["By courier"]),
          allow_other: true,
        },
        {
          id: "multi",
          type: "multiple_choice",
          label: { en: "Which days suit you?" },
          choices: choices(["Monday"], ["Tuesday"]),
          allow_other: true,
        },
        {
          id: "drop",
          type: "dropdown",
          label: { en: "Country" },
          choices: choices(["Austria"], ["Belgium"], ["Croatia"]),
        },
        { id: "yn", type: "yes_no", label: { en: "Is it a present?" } },
        { id: "rating", type: "rating", label: { en: "How do you like our shop?" }, max: 5 },
        {
          id: "scale",
          type: "scale",
          label: { en: "How easy was it to find us?" },
          min: 1,
          max: 7,
          min_label: { en: "Very hard" },
          max_label: { en: "Very easy" },
        },
        { id: "nps", type: "nps", label: { en: "Would you recommend us?" } },
        {
          id: "rank",
          type: "ranking",
          label: { en: "What matters most?" },
          choices: choices(["Price"], ["Speed, which is a very long choice on a small phone"]),
        },
        matrix,
        { id: "file", type: "file_upload", label: { en: "Pictures" } },
        { id: "sign", type: "signature", label: { en: "Signature" } },
        {
          id: "consent",
          type: "consent",
          label: { en: "Privacy" },
          statement: { en: "I agree that my answers are stored." },
          link: "https://example.org/privacy",
          required: true,
        },
      ],
    },
  ],
};

function choices(...labels: [en: string, de?: string][]) {
  return labels.map(([en, de], at) => ({ id: `c${at}`, label: { en, ...(de !== undefined && { de }) } }));
}
