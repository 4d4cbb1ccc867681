import {
  held,
  isSuccess,
  type Law,
  notSetUp,
  readStructured,
  wrongAnswer,
} from "@toolwright/conformance/laws";

const must = "A note that was added is found by its title in capital letters.";

/** A law of this project, which the spec cannot say. node_modules/toolwright/guide/laws.md has the form of a law. */
export default {
  name: "found-in-capitals",
  must,
  finding: 'expected the note "Elderflower" is found, got 0 notes',
  over: () => [{ id: "title", tool: "notes_find", must }],
  attempts: () => [
    {
      given: [],
      first: [{ tool: "notes_add", like: { title: "Elderflower" } }],
      watch: [],
      acts: [{ tool: "notes_find", like: { query: "ELDERFLOWER" } }],
    },
  ],
  judge({ acts }) {
    const find = acts[0]!;
    if (!isSuccess(find)) return notSetUp(find);
    const { total_count: count } = readStructured(find);
    return Number(count) > 0 ? held : wrongAnswer(find, 'the note "Elderflower" is found', `${count} notes`);
  },
} satisfies Law;
