/** Schemas of the school server's arguments and results, in zod. */
import { z } from "zod";
import { subjects } from "./register.ts";

const id = (kind: string) => z.int().min(1).describe(`Number of a ${kind}.`);
const teacherId = id("teacher");
const classId = id("class");
const pupilId = id("pupil");
const markId = id("mark");

const name = z.string().min(1).max(60);
const day = z.iso.date();
const subject = z.enum(subjects);
const grade = z.number().min(1).max(6).multipleOf(0.5);
const state = z.enum(["enrolled", "left"]);

const teacher = z.strictObject({ id: teacherId, name: z.string() });
const schoolClass = z.strictObject({
  id: classId,
  name: z.string(),
  teacher_id: teacherId,
  year: z.int().min(2000).max(2100),
  pupils: z.int().min(0).max(30),
  revision: z.int().min(1),
});
const pupil = z.strictObject({
  id: pupilId,
  class_id: classId,
  name: z.string(),
  born: z.string().meta({ format: "date" }).optional(),
  state,
});
const mark = z.strictObject({
  id: markId,
  pupil_id: pupilId,
  subject,
  grade,
  on: z.string().meta({ format: "date" }),
  note: z.string().optional(),
  given_at: z.string().meta({ format: "date-time" }),
});
export const oneTeacher = z.strictObject({ teacher });
export const oneClass = z.strictObject({ class: schoolClass });
export const onePupil = z.strictObject({ pupil });
export const oneMark = z.strictObject({ mark });
export const done = z.strictObject({ done: z.literal(true) });

const pageOf = <Name extends string, Item extends z.ZodType>(key: Name, item: Item) =>
  z.strictObject({ [key]: z.array(item).max(100), next: z.string().nullable(), total: z.int().min(0) });
export const teachers = pageOf("teachers", teacher);
export const classes = pageOf("classes", schoolClass);
export const pupils = pageOf("pupils", pupil);
export const marks = pageOf("marks", mark);

const paging = { limit: z.int().min(1).max(100).default(25), after: z.string().min(1).max(100).optional() };
export const inputs = {
  addTeacher: z.strictObject({ name }),
  listTeachers: z.strictObject(paging),
  byTeacher: z.strictObject({ teacher_id: teacherId }),
  openClass: z.strictObject({ name, teacher_id: teacherId, year: z.int().min(2000).max(2100) }),
  byClass: z.strictObject({ class_id: classId }),
  listClasses: z.strictObject({
    teacher_id: teacherId.optional(),
    year: z.int().min(2000).max(2100).optional(),
    ...paging,
  }),
  renameClass: z.strictObject({ class_id: classId, name, expected_revision: z.int().min(1) }),
  addPupil: z.strictObject({ class_id: classId, name, born: day }),
  byPupil: z.strictObject({ pupil_id: pupilId }),
  listPupils: z.strictObject({ class_id: classId, state: state.optional(), ...paging }),
  movePupil: z.strictObject({ pupil_id: pupilId, class_id: classId }),
  giveMark: z.strictObject({
    pupil_id: pupilId,
    subject,
    grade,
    on: day,
    note: z.string().max(200).optional(),
    key: z.string().min(8).max(64).optional(),
  }),
  correctMark: z.strictObject({ mark_id: markId, grade }),
  byMark: z.strictObject({ mark_id: markId }),
  listMarks: z.strictObject({
    pupil_id: pupilId,
    subject: subject.optional(),
    from: day.optional(),
    until: day.optional(),
    ...paging,
  }),
};
export const report = z.strictObject({
  pupil_id: pupilId,
  count: z.int().min(0),
  average: z.number().min(1).max(6).optional(),
  subjects: z.array(z.strictObject({ subject, count: z.int().min(1), average: z.number().min(1).max(6) })),
});
