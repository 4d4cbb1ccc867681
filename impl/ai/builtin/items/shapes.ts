/** The shape of the answer to each concept: type, choices and bounds. */
import type { FileExtension } from "../../../../generated/types.ts";
import type { Choice, Concept, TextKey } from "../reading/lexicon.ts";
import { DOCUMENTS, IMAGES } from "./readers/files.ts";

/** A choice of the lexicon, or one in the words of the prompt. */
export type ChoiceSource = Choice | { readonly text: string };

/** How a concept is answered: the type of its field, with the usual bounds and choices. */
export type Shape = {
  /** The field is optional unless the prompt says otherwise. */
  readonly optional?: true;
  /** Respondents may choose several answers. */
  readonly several?: true;
} & (
  | {
      readonly type:
        | "short_text"
        | "long_text"
        | "email"
        | "phone"
        | "url"
        | "time"
        | "datetime"
        | "yes_no"
        | "nps"
        | "signature";
    }
  | { readonly type: "date"; readonly min?: "today"; readonly max?: "today" }
  | {
      readonly type: "number";
      readonly min?: number;
      readonly max?: number;
      readonly integer?: true;
      readonly unit?: string;
    }
  | { readonly type: "rating"; readonly max: number }
  | { readonly type: "scale"; readonly ends?: readonly [Choice, Choice] }
  | { readonly type: "ranking"; readonly choices: readonly ChoiceSource[] }
  | {
      readonly type: "matrix";
      readonly rows: readonly ChoiceSource[];
      readonly columns: readonly ChoiceSource[];
    }
  | {
      readonly type: "single_choice" | "multiple_choice" | "dropdown";
      readonly choices: readonly ChoiceSource[];
      readonly other?: true;
    }
  | { readonly type: "consent"; readonly statement?: TextKey }
  | { readonly type: "file_upload"; readonly accept?: readonly FileExtension[] }
);

const text: Shape = { type: "short_text" };
const optionalText: Shape = { type: "short_text", optional: true };
const longText: Shape = { type: "long_text" };
const optionalLongText: Shape = { type: "long_text", optional: true };
const date: Shape = { type: "date" };
const futureDate: Shape = { type: "date", min: "today" };
const stars: Shape = { type: "rating", max: 5 };
const yesNo: Shape = { type: "yes_no" };
const count: Shape = { type: "number", min: 0, integer: true };
const countFromOne: Shape = { type: "number", min: 1, integer: true };
const money: Shape = { type: "number", min: 0 };
const sizes = ["XS", "S", "M", "L", "XL", "XXL"].map((size) => ({ text: size }));

export const SHAPES: Readonly<Record<Concept, Shape>> = {
  name: text,
  full_name: text,
  first_name: text,
  last_name: text,
  middle_name: optionalText,
  salutation: { type: "single_choice", choices: ["ms", "mr", "prefer_not_to_say"] },
  birth_date: { type: "date", max: "today" },
  birth_place: text,
  age: { type: "number", min: 0, max: 120, integer: true },
  gender: { type: "single_choice", choices: ["female", "male", "non_binary", "prefer_not_to_say"] },
  nationality: text,
  marital_status: { type: "single_choice", choices: ["single", "married", "divorced", "widowed"] },
  preferred_language: text,
  languages_spoken: { type: "short_text", several: true },
  occupation: text,
  interests: { type: "long_text", optional: true, several: true },
  parent_name: text,
  child_name: text,
  child_age: { type: "number", min: 0, max: 18, integer: true },
  email: { type: "email" },
  phone: { type: "phone" },
  mobile: { type: "phone" },
  contact_method: { type: "single_choice", choices: ["email", "phone", "text_message", "post"] },
  address: text,
  street: text,
  city: text,
  postal_code: text,
  region: text,
  country: text,
  shipping_address: text,
  billing_address: text,
  location: text,
  website: { type: "url", optional: true },
  linkedin: { type: "url", optional: true },
  emergency_contact: text,
  emergency_phone: { type: "phone" },
  company: text,
  contact_person: text,
  industry: text,
  employees: countFromOne,
  job_title: text,
  department: text,
  employee_id: text,
  tax_id: text,
  vat_number: text,
  date,
  time: { type: "time" },
  date_time: { type: "datetime" },
  preferred_date: futureDate,
  preferred_time: { type: "time" },
  time_slot: { type: "single_choice", choices: ["morning", "afternoon", "evening"] },
  start_date: date,
  end_date: date,
  deadline: date,
  purchase_date: { type: "date", max: "today" },
  arrival_date: futureDate,
  departure_date: futureDate,
  delivery_date: futureDate,
  appointment: { type: "datetime" },
  availability: { type: "short_text", several: true },
  rating: stars,
  satisfaction: { type: "scale", ends: ["very_dissatisfied", "very_satisfied"] },
  nps: { type: "nps" },
  would_recommend: yesNo,
  food_quality: stars,
  service_quality: stars,
  product_quality: stars,
  staff: stars,
  cleanliness: stars,
  atmosphere: stars,
  value_for_money: stars,
  ease_of_use: stars,
  communication: stars,
  support_quality: stars,
  delivery_speed: stars,
  liked_most: optionalLongText,
  improve: optionalLongText,
  feedback: longText,
  comments: optionalLongText,
  suggestions: optionalLongText,
  referral_source: {
    type: "single_choice",
    choices: ["search_engine", "social_media", "friend", "advertisement", "event"],
    other: true,
  },
  frequency: { type: "single_choice", choices: ["daily", "weekly", "monthly", "rarely", "never"] },
  additional_comments: optionalLongText,
  message: longText,
  subject: text,
  question: longText,
  description: longText,
  reason: longText,
  notes: optionalLongText,
  special_requests: optionalLongText,
  topic: { type: "short_text", several: true },
  category: { type: "dropdown", choices: ["question", "technical", "billing"], other: true },
  project_name: text,
  position: text,
  cv: { type: "file_upload", accept: DOCUMENTS },
  cover_letter: longText,
  portfolio: { type: "url", optional: true },
  photo: { type: "file_upload", accept: IMAGES },
  file: { type: "file_upload" },
  education: text,
  experience_years: { type: "number", min: 0, max: 80, integer: true },
  experience: longText,
  skills: { type: "long_text", several: true },
  salary: money,
  employment_type: { type: "single_choice", choices: ["full_time", "part_time", "freelance", "internship"] },
  work_permit: yesNo,
  driving_licence: yesNo,
  references: optionalLongText,
  motivation: longText,
  experience_level: { type: "single_choice", choices: ["beginner", "intermediate", "advanced"] },
  product: text,
  service: { type: "short_text", several: true },
  serial_number: text,
  quantity: countFromOne,
  size: { type: "single_choice", choices: sizes },
  colour: text,
  price: money,
  amount: money,
  budget: money,
  order_number: text,
  invoice_number: text,
  customer_number: text,
  discount_code: optionalText,
  payment_method: {
    type: "single_choice",
    choices: ["credit_card", "bank_transfer", { text: "PayPal" }, "invoice", "cash"],
  },
  delivery_method: { type: "single_choice", choices: ["delivery", "pickup"] },
  donation_amount: { type: "number", min: 1 },
  event: text,
  course: text,
  team_name: text,
  expectations: optionalLongText,
  attendance: yesNo,
  guests: count,
  guest_names: optionalLongText,
  plus_one: yesNo,
  participants: countFromOne,
  adults: count,
  children: count,
  nights: countFromOne,
  room_type: { type: "single_choice", choices: ["single_room", "double_room", "suite"] },
  ticket_type: { type: "single_choice", choices: ["adult", "child", "reduced"] },
  dietary: {
    type: "multiple_choice",
    choices: ["vegetarian", "vegan", "gluten_free", "lactose_free"],
    other: true,
    optional: true,
    several: true,
  },
  allergies: { type: "long_text", optional: true, several: true },
  tshirt_size: { type: "single_choice", choices: sizes },
  song_request: optionalText,
  accommodation: yesNo,
  accessibility: optionalLongText,
  problem_description: longText,
  steps_to_reproduce: longText,
  expected_result: longText,
  actual_result: longText,
  severity: { type: "single_choice", choices: ["low", "medium", "high", "critical"] },
  priority: { type: "single_choice", choices: ["low", "medium", "high"] },
  screenshot: { type: "file_upload", accept: IMAGES, optional: true },
  browser: text,
  operating_system: text,
  version: text,
  member_number: text,
  membership_type: { type: "single_choice", choices: ["individual", "family", "student"] },
  school: text,
  school_class: text,
  student_id: text,
  medical_conditions: optionalLongText,
  medication: optionalLongText,
  insurance_number: text,
  passport_number: text,
  licence_plate: text,
  vehicle: text,
  height: { type: "number", min: 0, unit: "cm" },
  weight: { type: "number", min: 0, unit: "kg" },
  iban: text,
  bic: text,
  account_holder: text,
  consent: { type: "consent", statement: "consent_statement" },
  terms: { type: "consent", statement: "terms_statement" },
  newsletter: { type: "consent", statement: "newsletter_statement", optional: true },
  photo_consent: { type: "consent", statement: "photo_consent_statement", optional: true },
  signature: { type: "signature" },
};
