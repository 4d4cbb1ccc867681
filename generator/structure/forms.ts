/** Describes the patterns of the spec language in words: the form of a text, and the corrected text. */

interface Form {
  readonly name: string;
  /** Returns the text in this form, or the nearest example of the form. */
  write(value: string): string;
}

const jsonPointer: Form = {
  name: "a JSON Pointer",
  write: (value) =>
    `/${value
      .replace(/^[#$]?[./]*/, "")
      .replaceAll(/\[(\d+)\]/g, "/$1")
      .replaceAll(".", "/")}`,
};

const forms: Readonly<Record<string, Form>> = {
  "^(/.*)?$": jsonPointer,
  "^/": jsonPointer,
  "^/[^?#\\s]*$": {
    name: "the path of a URL",
    write: (value) =>
      `/${value
        .replace(/^https?:\/\/[^/]*/, "")
        .replace(/^\/+/, "")
        .replaceAll(/[?#\s].*$/gs, "")}`,
  },
  "^[a-z][A-Za-z0-9]*$": { name: "a name such as getForm", write: camelCase },
  "^[a-z][a-z0-9_]*$": {
    name: "small letters, digits and underscores after a letter, such as credits",
    write: (value) =>
      toDashes(value)
        .replaceAll("-", "_")
        .replace(/^[^a-z]+/, "") || "credits",
  },
  "^(UTC|[+-](0\\d|1[0-4]):[0-5]\\d)$": { name: "UTC, or a distance to it such as +02:00", write: utcOffset },
  "^(?!.*--)[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$": {
    name: "small letters and digits with single dashes",
    write: (value) => toDashes(value).slice(0, 64).replace(/-$/, "") || "my-skill",
  },
  "^resource:.": {
    name: "of the form resource:NAME",
    write: (value) => `resource:${value.replace(/^resource:?/, "") || "note_text"}`,
  },
  "^(?!text$)": { name: "a name other than text", write: (value) => `${value}_lines` },
  "^\\$": {
    name: "an expression such as $inputs.name",
    write: (value) => `$result.structuredContent#${jsonPointer.write(value)}`,
  },
  "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$": {
    name: "a name of the Registry, such as io.github.ana/notes",
    write: registryName,
  },
  "^https?://\\S+$": { name: "a URL that starts with https:// or http://", write: httpsUrl },
  "^[a-f0-9]{64}$": {
    name: "a SHA-256 in hexadecimal digits",
    write: (value) => value.toLowerCase().replaceAll(/^sha-?256[:=-]?|[^a-f0-9]/g, ""),
  },
  ".\\..": {
    name: "of the form NAME.KEY",
    write: (value) => `${value.replaceAll(/^\.+|\.+$/g, "") || "page"}.max`,
  },
};

function findForm(pattern: string): Form | undefined {
  return Object.hasOwn(forms, pattern) ? forms[pattern] : undefined;
}

export function formName(pattern: string): string {
  return findForm(pattern)?.name ?? "of the form that this key has";
}

/** Returns a hint such as `Write "/slots".` Undefined if the value cannot be corrected, such as an invalid digest. */
export function formHint(pattern: string, value: string): string | undefined {
  const written = findForm(pattern)?.write(value);
  const fits = written !== undefined && new RegExp(pattern, "u").test(written);
  return fits ? `Write ${JSON.stringify(written)}.` : undefined;
}

function words(value: string): string[] {
  return value
    .normalize("NFD")
    .split(/[^A-Za-z0-9\p{M}]+/u)
    .map((word) => word.replaceAll(/\p{M}/gu, ""))
    .filter((word) => word !== "");
}

function camelCase(value: string): string {
  const [first = "", ...others] = words(value.replace(/^[^\p{L}]+/u, ""));
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return first.charAt(0).toLowerCase() + first.slice(1) + others.map(capital).join("");
}

function toDashes(value: string): string {
  return words(value).join("-").toLowerCase();
}

/** The offset in a text such as `GMT+2` or `2:00`, else UTC. */
function utcOffset(value: string): string {
  const [, sign = "+", hours, minutes = "00"] = /([+-])?(\d{1,2})(?::?(\d{2}))?\s*$/.exec(value) ?? [];
  return hours === undefined ? "UTC" : `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

function registryName(value: string): string {
  const [, owner, name] = /([\w.-]+)\/([\w.-]+?)(?:\.git)?\/*$/.exec(value) ?? [];
  return `io.github.${toDashes(owner ?? "owner")}/${toDashes(name ?? value) || "server"}`;
}

/** Converts an address to HTTPS, also a git address: `git@github.com:ana/notes`. */
function httpsUrl(value: string): string {
  const rest = value
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/*/i, "")
    .replace(/^git@([^:/]+):/, "$1/")
    .replaceAll(/\s.*$/gs, "");
  return `https://${rest || "example.org"}`;
}
