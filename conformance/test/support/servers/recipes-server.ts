/** Recipes on node:http alone, which can be written as texts and read again. */
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const recipesCases = casesOf(`${import.meta.dirname}/recipes`);

export const recipesTokens = [
  { token: "rec.Kd8wPz3LmV6q", scopes: ["kitchen"] },
  { token: "rec.Yc5nHr7TbX2f", scopes: ["kitchen"], account: "other" },
];

export interface Recipe {
  readonly title: string;
  readonly steps: readonly string[];
}

/** Reads what `writeRecipe` has written. */
export type ReadRecipe = (text: string) => Recipe;

export const readRecipe: ReadRecipe = (text) => {
  const [title = "", ...steps] = text.split("\n").filter((line) => !line.startsWith("# "));
  return { title, steps: steps.map((step) => step.slice("- ".length)) };
};

export function writeRecipe({ title, steps }: Recipe): string {
  return [title, ...steps.map((step) => `- ${step}`)].join("\n");
}

/** Serves recipes on a free port of loopback. Each text begins with the number of the export. */
export function serveRecipes(
  read: ReadRecipe,
  write = writeRecipe,
): Promise<{ url: string; close(): Promise<void> }> {
  const recipes = new Map<number, Recipe & { readonly account: string }>();
  let exported = 0;
  const find = (no: number, account: string) => {
    const found = recipes.get(no);
    if (found?.account !== account) throw new Refused("missing", `There is no recipe ${no}.`);
    return found;
  };
  const add = (recipe: Recipe, account: string) => {
    const no = recipes.size + 1;
    recipes.set(no, { ...recipe, account });
    return { no };
  };
  const tools = {
    add_recipe: ({ title, steps }: Recipe, account: string) => add({ title, steps }, account),
    get_recipe: ({ recipe }: { recipe: number }, account: string) => {
      const { title, steps } = find(recipe, account);
      return { title, steps };
    },
    export_recipe: ({ recipe }: { recipe: number }, account: string) => {
      exported += 1;
      return { text: `# Export ${exported}\n${write(find(recipe, account))}` };
    },
    import_recipe: ({ text, title }: { text: string; title?: string }, account: string) => {
      const recipe = read(text);
      return add({ ...recipe, title: title ?? recipe.title }, account);
    },
    replace_recipe: ({ recipe, text }: { recipe: number; text: string }, account: string) => {
      find(recipe, account);
      const replaced = read(text);
      recipes.set(recipe, { ...replaced, account });
      return { steps: replaced.steps.length };
    },
  };
  return servePlain({ name: "recipes", cases: recipesCases, tokens: recipesTokens, tools });
}
