/** Finds choices that follow a label without brackets or a colon: "severity low/medium/high", "T-shirt size S M L XL". */

const SIZE = "(?:\\d?X{1,3}[SL]|XS|XL|S|M|L)";
const SIZES = new RegExp(`^(.+?) ${SIZE}(?:(?: ?[/,-] ?| )${SIZE}){2,}$`);
const SLASHES = /^(.+?) ([^\s/]+(?:\/[^\s/]+){2,})\??$/;
const SHORT = /^(.+?) ([^\s/]{1,2}\/[^\s/]{1,2})\??$/;

/** The label and the choices of a run at the end of a text. Dates, addresses and "allergies/medication" are none. */
export function choiceRun(text: string): { label: string; choices: string[] } | undefined {
  if (text.length > 120) return undefined;
  const sizes = SIZES.exec(text)?.[1];
  if (sizes !== undefined)
    return {
      label: sizes,
      choices: text
        .slice(sizes.length)
        .split(/[\s/,-]+/)
        .filter(Boolean),
    };
  const [, label = "", run = ""] = SLASHES.exec(text) ?? SHORT.exec(text) ?? [];
  const choices = run.split("/");
  if (choices.length < 2 || /\d[.:]\d|^www|:$/.test(run) || choices.every((one) => /^\d+$/.test(one)))
    return undefined;
  if (/^(?:y\/n|n\/a|j\/n|w\/o|c\/o|s\/n|o\/n)$/i.test(run)) return undefined;
  return { label: label.replace(/[:\s]+$/, ""), choices };
}
