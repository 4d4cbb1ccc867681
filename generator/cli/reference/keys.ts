/** The command `keys`: prints the keys of the spec language. */
import { didYouMean } from "../../diagnostics/suggest.ts";
import { type Form, type LanguageKey, listForms, listKeys } from "../../language/keys.ts";
import { type Command, UsageError } from "../command.ts";

export const command: Command = {
  options: {},
  arguments: ["KEY"],
  async run(_, [asked], io) {
    const keys = listKeys().filter(({ path }) => asked === undefined || isIn(path, asked));
    const forms = listForms().filter(({ form }) => asked === undefined || form.includes(asked));
    if (keys.length + forms.length === 0) throw new UsageError(unknownKey(asked!));
    io.stdout.write([...keys.map(printKey), ...forms.map(printForm)].join(""));
    return 0;
  },
};

/** Whether a key is the requested one or below it: `pages`, `tool.pages` or `pages.order`. */
function isIn(path: string, asked: string): boolean {
  return `.${path}.`.includes(`.${asked}.`);
}

function printKey({ path, isExperimental, sentence, sameAs, example, makes }: LanguageKey): string {
  const lines = [
    `${path}${isExperimental ? " (experimental)" : ""}`,
    ...(sameAs === undefined ? [`  ${sentence}`] : [`  As ${sameAs}.`]),
    ...(sameAs === undefined && example !== undefined ? [`  Example: ${example}`] : []),
    ...(sameAs === undefined && makes !== undefined ? [`  Makes: ${makes}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function printForm({ form, meaning }: Form): string {
  return `${form}\n  ${meaning}\n`;
}

function unknownKey(asked: string): string {
  const names = new Set(listKeys().flatMap(({ path }) => [path, path.split(".").at(-1)!]));
  const hint = didYouMean(asked, [...names]);
  return `There is no key ${JSON.stringify(asked)}.${hint === undefined ? "" : ` ${hint}`}`;
}
