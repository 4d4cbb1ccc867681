/** Names in code, decided once, here; emitters never change case. */

/** `get_form` -> `GetForm`, `API-post` -> `ApiPost`, `getTinyImage` -> `GetTinyImage`, `größe` -> `Größe`. */
export function pascalCase(name: string): string {
  const joined = words(name).map(capitaliseWord).join("");
  return /^\p{ID_Start}/u.test(joined) ? joined : `T${joined}`;
}

/** `get_form` -> `getForm`. Safe as a key of any object: never a name that every object inherits. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  const [first = "", ...rest] = pascal;
  const camel = first.toLowerCase() + rest.join("");
  return camel in {} || camel === "then" ? `${camel}_` : camel;
}

/** Returns the tool's name without the service's prefix; the whole name if nothing would remain. */
export function withoutPrefix(tool: string, prefix: string | undefined): string {
  return prefix !== undefined && tool.startsWith(prefix) && tool.length > prefix.length
    ? tool.slice(prefix.length)
    : tool;
}

/** `tools/service_get_form.yaml` -> `service_get_form`. */
export function fileStem(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
}

function words(name: string): string[] {
  return name
    .normalize("NFC")
    .split(/[^\p{ID_Continue}]+|_+/u)
    .filter((word) => word !== "");
}

/** A word all in capitals is an abbreviation: `API` -> `Api`. */
function capitaliseWord(word: string): string {
  const [first = "", ...rest] = word;
  const isAbbreviation = word.length > 1 && word === word.toUpperCase();
  return first.toUpperCase() + (isAbbreviation ? rest.join("").toLowerCase() : rest.join(""));
}
