import type { FormField, FormStructure, Language, LocalizedText } from "../../../generated/types.ts";

/**
 * A form as lines that people can compare at a glance, in one language:
 *
 *     # Title
 *     == Page title
 *     email! Email <example.org>           required; allowed domains
 *     rating Rating 1..5
 *     single_choice! Size: S | M | L | ...  `...`: a text of one's own is accepted too
 *     dropdown Slot: 9:00 [4] | 10:00 [4]   how many responses may take each
 *     file_upload! CV .pdf x3
 *     short_text Which ones? -- help "placeholder" if(attendance)
 */
export function notation(form: FormStructure, language: Language = form.default_language): string[] {
  const say = (text: LocalizedText | undefined) => text?.[language] ?? text?.[form.default_language] ?? "";
  const pages = form.pages.flatMap((page) => [
    ...(page.title ? [`== ${say(page.title)}`] : form.pages.indexOf(page) > 0 ? ["=="] : []),
    ...page.fields.map((field) => describe(field, say)),
  ]);
  return [`# ${say(form.title)}`, ...pages];
}

type Say = (text: LocalizedText | undefined) => string;

function describe(field: FormField, say: Say): string {
  const required = "required" in field && field.required ? "!" : "";
  return [
    `${field.type}${required} ${say(field.label)}${details(field, say)}`,
    field.description && `-- ${say(field.description)}`,
    "placeholder" in field && field.placeholder && `"${say(field.placeholder)}"`,
    field.visible_if && `if(${condition(field.visible_if)})`,
  ]
    .filter(Boolean)
    .join(" ");
}

function condition(test: object): string {
  if (!("field" in test)) return JSON.stringify(test);
  const { field, value, op } = test as { field: string; value?: unknown; op: string };
  if (value === true && op === "eq") return field;
  if (value === false && op === "eq") return `not ${field}`;
  return `${field} ${op} ${String(value)}`;
}

function details(field: FormField, say: Say): string {
  switch (field.type) {
    case "single_choice":
    case "multiple_choice":
    case "dropdown": {
      const limits =
        field.type === "multiple_choice"
          ? range(field.validation?.min_selections, field.validation?.max_selections)
          : "";
      const choices = [
        ...field.choices.map(
          ({ label, capacity }) => `${say(label)}${capacity === undefined ? "" : ` [${capacity}]`}`,
        ),
        ...(field.allow_other ? ["..."] : []),
      ];
      return `${limits}: ${choices.join(" | ")}`;
    }
    case "ranking":
      return `: ${field.choices.map(({ label }) => say(label)).join(" | ")}`;
    case "matrix":
      return `: ${field.rows.map(({ label }) => say(label)).join(", ")} x ${field.columns.map(({ label }) => say(label)).join(", ")}`;
    case "rating":
      return ` 1..${field.max}`;
    case "scale":
      return ` ${field.min}..${field.max}${field.min_label ? ` (${say(field.min_label)} .. ${say(field.max_label)})` : ""}`;
    case "number":
      return `${range(field.validation?.min, field.validation?.max)}${field.validation?.integer ? " int" : ""}${field.unit ? ` ${say(field.unit)}` : ""}`;
    case "date":
    case "time":
    case "datetime":
      return range(field.validation?.min, field.validation?.max);
    case "short_text":
    case "long_text": {
      const length = range(field.validation?.min_length, field.validation?.max_length);
      return `${length && `${length} chars`}${field.validation?.pattern ? " pattern" : ""}`;
    }
    case "email":
      return field.validation?.allowed_domains ? ` <${field.validation.allowed_domains.join(", ")}>` : "";
    case "consent":
      return `: ${say(field.statement)}`;
    case "file_upload": {
      const { accept, max_files, max_file_size_mb } = field.validation ?? {};
      return `${accept ? ` .${accept.join(" .")}` : ""}${max_files ? ` x${max_files}` : ""}${max_file_size_mb ? ` <=${max_file_size_mb}MB` : ""}`;
    }
    default:
      return "";
  }
}

function range(min: number | string | undefined, max: number | string | undefined): string {
  return min === undefined && max === undefined ? "" : ` ${min ?? ""}..${max ?? ""}`;
}
