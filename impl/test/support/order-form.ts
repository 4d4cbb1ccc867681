import type { FormStructure } from "../../../generated/types.ts";

/** An order on two pages, with a total in texts; the second page can change the first one. */
export const orderForm: FormStructure = {
  title: { en: "Order", de: "Bestellung" },
  default_language: "en",
  languages: ["en", "de"],
  hidden_fields: [{ id: "shop" }],
  pages: [
    {
      id: "who",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" }, required: true },
        { id: "cakes", type: "number", label: { en: "Cakes" } },
      ],
    },
    {
      id: "what",
      title: { en: "What else, {{name}}?", de: "Was noch, {{name}}?" },
      fields: [
        {
          id: "extras",
          type: "multiple_choice",
          label: { en: "Extras" },
          choices: [
            { id: "cream", label: { en: "Cream", de: "Sahne" } },
            { id: "fruit", label: { en: "Fruit", de: "Obst" } },
          ],
        },
        { id: "gift", type: "yes_no", label: { en: "Is it a gift?" } },
        {
          id: "card",
          type: "short_text",
          label: { en: "What shall the card for {{extras}} say?" },
          visible_if: { field: "gift", op: "equals", value: true },
        },
        {
          id: "sum",
          type: "statement",
          label: { en: "Total: {{total}} € with {{extras}}.", de: "Summe: {{total}} € mit {{extras}}." },
          description: { en: "From {{shop}}, and {{nothing}} else." },
        },
      ],
    },
  ],
  calculations: [
    {
      id: "price",
      formula: "12.35 * if(answered(cakes), cakes, 0)",
    },
    {
      id: "total",
      formula: "round(price + score(extras, 'cream': 1.1, 'fruit': 2.05) + if(gift, 0.5, 0), 2)",
    },
  ],
  endings: [
    {
      id: "end",
      title: { en: "{{total}} €, {{name}}", de: "{{total}} €, {{name}}" },
      message: { en: "With {{extras}}.", de: "Mit {{extras}}." },
    },
  ],
};
