/** Tests what is written out and read again (`round_trip`), at servers with and without mistakes. */
import { expect, onTestFinished, test } from "vitest";
import {
  type ReadRecipe,
  type Recipe,
  readRecipe,
  recipesCases,
  recipesTokens,
  serveRecipes,
  writeRecipe,
} from "../../test/support/servers/recipes-server.ts";
import { testServer } from "../../test/support/test-server.ts";

/** The case -> its verdict, or what was found. */
async function verdictsAt(
  ...server: Parameters<typeof serveRecipes>
): Promise<Readonly<Record<string, string>>> {
  const served = await serveRecipes(...server);
  onTestFinished(() => served.close());
  const { results } = await testServer(served.url, {
    cases: recipesCases,
    target: { name: "recipes", tokens: recipesTokens, bindings: {}, refusalCode: "/_meta/code" },
    selection: { cases: ["effects/*/round-trip/add_recipe/soup"] },
  });
  return Object.fromEntries(
    results.map(({ subject, verdict }) => [
      subject.id,
      verdict.status === "failed" ? verdict.got : verdict.status,
    ]),
  );
}

const imported = "effects/import_recipe/round-trip/add_recipe/soup";
const replaced = "effects/replace_recipe/round-trip/add_recipe/soup";

test("a server that reads what it writes has no finding, although each text has a line of its own", async () => {
  expect(await verdictsAt(readRecipe)).toEqual({ [imported]: "held", [replaced]: "held" });
}, 30_000);

test.each<[name: string, read: ReadRecipe, got: string]>([
  [
    "loses the last step",
    (text) => ({ ...readRecipe(text), steps: readRecipe(text).steps.slice(0, -1) }),
    'export_recipe: line 3 is missing instead of "- Boil them"',
  ],
  [
    "writes the title in small letters",
    (text) => ({ ...readRecipe(text), title: readRecipe(text).title.toLowerCase() }),
    'export_recipe: line 1 is "soup" instead of "Soup"',
  ],
  // Shorter examples are tried after the longest one.
  [
    "forgets a step that is the only one",
    (text) => {
      const { title, steps } = readRecipe(text);
      return { title, steps: steps.length === 1 ? [] : steps };
    },
    'export_recipe: line 2 is missing instead of "- Wait"',
  ],
  [
    "adds a step",
    (text) => ({ ...readRecipe(text), steps: [...readRecipe(text).steps, "Eat"] }),
    'export_recipe: line 4 is "- Eat" instead of missing',
  ],
])("a server that %s fails", { timeout: 30_000 }, async (_, read, got) => {
  expect(await verdictsAt(read)).toEqual({ [imported]: got, [replaced]: got });
});

test("what is neither written nor read is missing in a place that the spec names", async () => {
  const writeTwoLines = (recipe: Recipe) => writeRecipe({ ...recipe, steps: recipe.steps.slice(0, 1) });
  const got = 'get_recipe: /steps/* is ["Peel the carrots"] instead of ["Peel the carrots","Boil them"]';
  expect(await verdictsAt(readRecipe, writeTwoLines)).toEqual({ [imported]: got, [replaced]: got });
}, 30_000);
