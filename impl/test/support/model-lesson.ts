/** A lesson as a language model answers with it, its translation, and pictures as an image model makes them. */
import { crc32, deflateSync } from "node:zlib";

export const flatLesson = {
  title: "Why bread rises",
  summary: "Yeast makes gas, and dough keeps it.",
  sections: [
    {
      heading: "What yeast does",
      paragraphs: [
        "Yeast feeds on sugar in the dough and gives off carbon dioxide.",
        "Warmth makes it faster.",
      ],
    },
    {
      heading: "Why the dough holds the gas",
      paragraphs: ["Kneading joins gluten into a net that stretches."],
    },
  ],
  tasks: [
    {
      kind: "choice",
      question: "Which gas makes dough rise?",
      options: ["Carbon dioxide", "Oxygen", "Nitrogen"],
      correct: ["Carbon dioxide"],
      explanation: "Yeast gives it off.",
    },
    {
      kind: "number",
      question: "How many grams are in 2 kg of flour?",
      answer: 2000,
      unit: "g",
      explanation: "1 kg is 1000 g.",
    },
    {
      kind: "order",
      question: "Put the steps in order.",
      items: ["Mix the dough", "Let it rise", "Bake it"],
      explanation: "It rises before it is baked.",
    },
    {
      kind: "gap",
      question: "Kneading joins ___ into a net.",
      accepted: ["gluten"],
      explanation: "See the second part.",
    },
    {
      kind: "open",
      question: "Why does cold dough rise slowly?",
      points: ["Yeast works slowly in the cold", "Less gas is made"],
      explanation: "Yeast is alive.",
    },
  ],
  pictures: [
    {
      section: 1,
      alt: "The steps of baking: mixing, rising, baking",
      description: "A bowl of dough on a wooden table, rising under a cloth",
      diagram: { layout: "flow", steps: ["Mix", "Rise", "Bake"] },
    },
    {
      section: 2,
      alt: "Gluten strands make a net around bubbles",
      description: "A close view of dough with bubbles in a net",
      diagram: { layout: "hub", middle: "Gluten", around: ["Net", "Bubbles", "Stretch"] },
    },
  ],
  left_out: [],
};

/** A reply that translates every text by a prefix, and says nothing of texts that have one of these words. */
export function prefixed(language: string, without: RegExp = /^$/) {
  return (body: string) => {
    const [, texts = "{}"] = /<<<TEXTS DATA\n(.*)\nDATA TEXTS>>>/.exec(contentOf(JSON.parse(body))) ?? [];
    const numbered = Object.entries(JSON.parse(texts) as Record<string, string>);
    const kept = numbered.filter(([, text]) => !without.test(text));
    return { [language]: Object.fromEntries(kept.map(([number, text]) => [number, `${language}: ${text}`])) };
  };
}

/** Returns the content of the last message: a text, or a list of parts. */
function contentOf({ messages }: { messages: { content: string | { text: string }[] }[] }): string {
  const { content } = messages.at(-1)!;
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}

/** A whole PNG of one colour. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 0xc0);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
