/** Tools of the school server for one caller, on SDK 1 of MCP. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { isBroken } from "./breaks.ts";
import { cut } from "./pages.ts";
import type { Mark, Pupil, Register, SchoolClass, Teacher } from "./register.ts";
import { Rejected } from "./rejected.ts";
import * as shapes from "./schemas.ts";

export interface Caller {
  readonly school: string;
  readonly scopes: readonly string[];
}

const hints = {
  look: { readOnlyHint: true },
  add: { readOnlyHint: false, destructiveHint: false },
  set: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  end: { readOnlyHint: false, destructiveHint: true },
} as const;

export type Add = <Input extends z.ZodObject>(
  name: string,
  hint: keyof typeof hints,
  scope: string,
  title: string,
  schemas: readonly [Input, z.ZodObject],
  run: (input: z.output<Input>) => Record<string, unknown>,
) => void;

/** A server for one request. `pause` is the time that a call takes. */
export function makeServer(register: Register, caller: Caller, pause: () => Promise<void>): McpServer {
  const server = new McpServer({ name: "school", version: "1.4.0" });
  const add: Add = (name, hint, scope, title, [inputSchema, outputSchema], run) => {
    const schemas = { inputSchema: inputSchema as z.ZodObject, outputSchema };
    const config = { title, description: `${title}.`, annotations: hints[hint], ...schemas };
    server.registerTool(name, config, async (input) => {
      await pause();
      return answer(caller, scope, () => run(input as never));
    });
  };
  addPeople(add, register, caller);
  addClasses(add, register, caller);
  addMarks(add, register, caller);
  return server;
}

function answer(caller: Caller, scope: string, run: () => Record<string, unknown>): CallToolResult {
  try {
    if (!caller.scopes.includes(scope))
      throw new Rejected("insufficient_scope", `The token needs the scope ${scope}.`);
    const structuredContent = run();
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const { code, message } = error;
    return {
      isError: true,
      content: [{ type: "text", text: message }],
      _meta: { code },
    };
  }
}

const showWithBirthday = ({ school: _, ...pupil }: Pupil) => pupil;
const showTeacher = ({ id, name }: Teacher) => ({ id, name });

function addPeople(add: Add, register: Register, { school, scopes }: Caller): void {
  const showPupil = ({ id, class_id, name, born, state }: Pupil) => ({
    id,
    class_id,
    name,
    ...(scopes.includes("pupils:private") && { born }),
    state,
  });
  const { inputs } = shapes;
  add(
    "add_teacher",
    "add",
    "school:write",
    "Add a teacher",
    [inputs.addTeacher, shapes.oneTeacher],
    (input) => ({
      teacher: showTeacher(register.teachers.insert(school, input)),
    }),
  );
  add(
    "list_teachers",
    "look",
    "school:read",
    "List teachers",
    [inputs.listTeachers, shapes.teachers],
    (input) => {
      const { page, ...rest } = cut(register.teachers.list(school), ["teachers", school], input);
      return { teachers: page.map(showTeacher), ...rest };
    },
  );
  add(
    "remove_teacher",
    "end",
    "school:write",
    "Remove a teacher",
    [inputs.byTeacher, shapes.done],
    (input) => {
      register.removeTeacher(school, input.teacher_id);
      return { done: true };
    },
  );
  add(
    "add_pupil",
    "add",
    "school:write",
    "Add a pupil to a class",
    [inputs.addPupil, shapes.onePupil],
    (input) => ({
      pupil: showPupil(register.addPupil(school, input)),
    }),
  );
  add(
    "get_pupil",
    "look",
    "school:read",
    "Show a pupil",
    [inputs.byPupil, shapes.onePupil],
    ({ pupil_id }) => ({
      pupil: showPupil(register.pupils.get(school, pupil_id)),
    }),
  );
  add(
    "list_pupils",
    "look",
    "school:read",
    "List the pupils of a class",
    [inputs.listPupils, shapes.pupils],
    (input) => {
      const { class_id, state, ...paging } = input;
      register.classes.get(school, class_id);
      const fits = (row: Pupil) => row.class_id === class_id && (state === undefined || row.state === state);
      const { page, ...rest } = cut(
        register.pupils.list(school, fits),
        ["pupils", school, class_id, state],
        paging,
      );
      return { pupils: page.map(isBroken("lists-show-birthdays") ? showWithBirthday : showPupil), ...rest };
    },
  );
  add(
    "move_pupil",
    "set",
    "school:write",
    "Move a pupil to a class",
    [inputs.movePupil, shapes.onePupil],
    (input) => ({
      pupil: showPupil(register.movePupil(school, input.pupil_id, input.class_id)),
    }),
  );
  add(
    "leave_school",
    "end",
    "school:write",
    "A pupil leaves the school",
    [inputs.byPupil, shapes.onePupil],
    (input) => ({
      pupil: showPupil(register.leave(school, input.pupil_id)),
    }),
  );
  add(
    "come_back",
    "add",
    "school:write",
    "A pupil comes back",
    [inputs.byPupil, shapes.onePupil],
    (input) => ({
      pupil: showPupil(register.comeBack(school, input.pupil_id)),
    }),
  );
}

function addClasses(add: Add, register: Register, { school }: Caller): void {
  const show = (row: SchoolClass) => {
    const { id, name, teacher_id, year, revision } = row;
    return { id, name, teacher_id, year, pupils: register.countPupils(row), revision };
  };
  const { inputs } = shapes;
  add("open_class", "add", "school:write", "Open a class", [inputs.openClass, shapes.oneClass], (input) => ({
    class: show(register.openClass(school, input)),
  }));
  add(
    "get_class",
    "look",
    "school:read",
    "Show a class",
    [inputs.byClass, shapes.oneClass],
    ({ class_id }) => ({
      class: show(register.classes.get(school, class_id)),
    }),
  );
  add(
    "list_classes",
    "look",
    "school:read",
    "List classes",
    [inputs.listClasses, shapes.classes],
    (input) => {
      const { teacher_id, year, ...paging } = input;
      if (teacher_id !== undefined) register.teachers.get(school, teacher_id);
      const fits = (row: SchoolClass) =>
        (teacher_id === undefined || row.teacher_id === teacher_id) &&
        (year === undefined || row.year === year);
      const { page, ...rest } = cut(
        register.classes.list(school, fits),
        ["classes", school, teacher_id, year],
        paging,
      );
      return { classes: page.map(show), ...rest };
    },
  );
  add(
    "rename_class",
    "end",
    "school:write",
    "Rename a class",
    [inputs.renameClass, shapes.oneClass],
    (input) => ({
      class: show(register.renameClass(school, input.class_id, input.name, input.expected_revision)),
    }),
  );
  add(
    "close_class",
    "end",
    "school:write",
    "Close a class without pupils",
    [inputs.byClass, shapes.done],
    (input) => {
      register.closeClass(school, input.class_id);
      return { done: true };
    },
  );
}

function addMarks(add: Add, register: Register, { school }: Caller): void {
  const show = ({ school: _, ...mark }: Mark) => mark;
  const { inputs } = shapes;
  add(
    "give_mark",
    "add",
    "marks:write",
    "Give a pupil a mark",
    [inputs.giveMark, shapes.oneMark],
    ({ key, ...input }) => ({
      mark: show(register.giveMark(school, input, key)),
    }),
  );
  add(
    "correct_mark",
    "set",
    "marks:write",
    "Correct the grade of a mark",
    [inputs.correctMark, shapes.oneMark],
    (input) => {
      const mark = register.marks.get(school, input.mark_id);
      mark.grade = input.grade;
      if (isBroken("correction-drops-the-note")) delete mark.note;
      return { mark: show(mark) };
    },
  );
  add("delete_mark", "end", "marks:write", "Delete a mark", [inputs.byMark, shapes.done], ({ mark_id }) => {
    register.marks.delete(register.marks.get(school, mark_id).id);
    return { done: true };
  });
  add(
    "list_marks",
    "look",
    "marks:read",
    "List the marks of a pupil",
    [inputs.listMarks, shapes.marks],
    (input) => {
      const { pupil_id, subject, from, until, ...paging } = input;
      register.pupils.get(school, pupil_id);
      const fits = (mark: Mark) =>
        (mark.pupil_id === pupil_id || isBroken("marks-of-all-pupils")) &&
        (subject === undefined || mark.subject === subject) &&
        (from === undefined || mark.on >= from) &&
        (until === undefined || mark.on < until || (mark.on === until && !isBroken("until-is-left-out")));
      const list = ["marks", school, pupil_id, subject, from, until];
      const { page, ...rest } = cut(register.marks.list(school, fits), list, paging);
      return { marks: page.map(show), ...rest };
    },
  );
  add(
    "report",
    "look",
    "marks:read",
    "Count a pupil's marks by subject",
    [inputs.byPupil, shapes.report],
    (input) => register.report(school, input.pupil_id),
  );
}
