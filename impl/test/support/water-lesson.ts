/** A lesson with every kind of task, partly translated. Its solutions differ from all its other texts. */
import type { Lesson } from "../../lessons/content/lesson.ts";
import type { LessonWriter } from "../../lessons/writer.ts";

export const waterLesson: Lesson = {
  languages: ["en", "de"],
  title: { en: "How rain becomes a river", de: "Wie aus Regen ein Fluss wird" },
  summary: {
    en: "Water is always on its way. Follow a drop from the cloud to the sea.",
    de: "Wasser ist immer unterwegs. Folgen Sie einem Tropfen von der Wolke bis zum Meer.",
  },
  sections: [
    {
      id: "cloud",
      heading: { en: "From cloud to ground", de: "Von der Wolke zum Boden" },
      illustration: 0,
      paragraphs: [
        {
          en: "When moist air rises, it cools. Vapour condenses on grains of dust, and the droplets grow until they fall.",
          de: "Wenn feuchte Luft aufsteigt, kühlt sie ab. Dampf kondensiert an Staub, und die Tropfen wachsen, bis sie fallen.",
        },
        { en: "Not all of it reaches the ground: leaves catch a part, which evaporates again." },
      ],
    },
    {
      id: "ground",
      heading: { en: "Through the ground", de: "Durch den Boden" },
      illustration: 1,
      paragraphs: [
        {
          en: "Soil takes in water until its pores are full. What seeps deeper feeds springs for months.",
          de: "Der Boden nimmt Wasser auf, bis seine Poren voll sind. Was tiefer sickert, speist monatelang Quellen.",
        },
      ],
    },
  ],
  tasks: [
    {
      id: "cooling",
      kind: "choice",
      question: { en: "Why does rising air form clouds?", de: "Warum bildet aufsteigende Luft Wolken?" },
      options: [
        { id: "salt", text: { en: "It meets salt", de: "Sie trifft auf Salz" } },
        { id: "cool", text: { en: "It cools", de: "Sie kühlt ab" } },
        { id: "light", text: { en: "It becomes lighter" } },
      ],
      correct: ["cool"],
      explanation: {
        en: "Cool air holds less vapour [why-cooling].",
        de: "Kühle Luft fasst weniger Dampf [why-cooling].",
      },
    },
    {
      id: "hill",
      kind: "choice",
      question: {
        en: "What can happen to rain on a hill?",
        de: "Was kann mit Regen auf einem Hügel geschehen?",
      },
      options: [
        { id: "seeps", text: { en: "It seeps into the soil", de: "Er versickert" } },
        { id: "stone", text: { en: "It turns into stone", de: "Er wird zu Stein" } },
        { id: "runs", text: { en: "It runs off", de: "Er fließt ab" } },
      ],
      correct: ["seeps", "runs"],
    },
    {
      id: "lapse",
      kind: "number",
      question: { en: "By how much does air cool on 1 km?", de: "Um wie viel kühlt Luft auf 1 km ab?" },
      answer: 6.53,
      tolerance: 0.5,
      unit: { en: "°C", de: "°C" },
      explanation: { en: "About six and a half degrees [why-lapse]." },
    },
    {
      id: "depth",
      kind: "gap",
      question: {
        en: "Water that seeps deep becomes ___ and feeds springs.",
        de: "Wasser, das tief sickert, wird zu ___ und speist Quellen.",
      },
      accepted: { en: ["groundwater", "ground water"], de: ["Grundwasser"] },
    },
    {
      id: "way",
      kind: "order",
      question: { en: "Put the way of the water in order.", de: "Ordnen Sie den Weg des Wassers." },
      items: [
        { id: "k", text: { en: "Vapour condenses", de: "Dampf kondensiert" } },
        { id: "a", text: { en: "Rain falls", de: "Regen fällt" } },
        { id: "x", text: { en: "A spring is fed", de: "Eine Quelle wird gespeist" } },
        { id: "c", text: { en: "The river meets the sea", de: "Der Fluss erreicht das Meer" } },
      ],
    },
    {
      id: "drought",
      kind: "open",
      question: {
        en: "Why does a river have water weeks after the last rain?",
        de: "Warum führt ein Fluss Wochen nach dem letzten Regen Wasser?",
      },
      rubric: {
        points: [
          {
            id: "slow",
            text: { en: "It moves slowly [point-slow]" },
          },
          {
            id: "spring",
            text: { en: "Springs feed the river [point-spring]" },
          },
        ],
      },
      explanation: { en: "The ground gives its water back slowly [why-drought]." },
    },
  ],
  notices: [
    { code: "from_library", text: { en: "Made by a test.", de: "Von einem Test gemacht." } },
    {
      code: "untranslated",
      languages: ["de"],
      text: { de: "Manche Teile gibt es nur auf Englisch." },
    },
  ],
};

/** Solutions that a page may show only after a learner has found them, or has tried twice. */
export const keys =
  /6\.53|groundwater|ground water|Grundwasser|"slow"|langsam|why-\w+|point-\w+|correct|accepted|rubric|tolerance/i;

/** Words that show a point of the open task. */
const SHOWN_BY: Readonly<Record<string, RegExp>> = { slow: /slow|langsam/, spring: /spring|Quelle/ };

/** Finds the points by words of the answer. */
export const review: NonNullable<LessonWriter["review"]> = async ({ task, answer }) => ({
  points: task.rubric.points.map(({ id }) => ({ id, isMet: SHOWN_BY[id]?.test(answer) ?? false })),
  feedback: `About: ${answer}`,
  method: "Compared by a test.",
});

/** The entries of an order task: these items, from the first place on. */
export const inOrder = (...ids: string[]) =>
  Object.fromEntries(ids.map((id, at) => [`place.${id}`, String(at + 1)]));
