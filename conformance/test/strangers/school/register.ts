/** Teachers, classes, pupils and marks of all schools. Each row belongs to a school; ids count up over all of them. */
import { isBroken } from "./breaks.ts";
import { Rejected } from "./rejected.ts";

export const subjects = ["art", "biology", "history", "maths", "music"] as const;
export type Subject = (typeof subjects)[number];

interface Owned {
  readonly school: string;
  readonly id: number;
}

export interface Teacher extends Owned {
  readonly name: string;
}

export interface SchoolClass extends Owned {
  name: string;
  readonly teacher_id: number;
  readonly year: number;
  revision: number;
}

export interface Pupil extends Owned {
  class_id: number;
  readonly name: string;
  readonly born: string;
  state: "enrolled" | "left";
}

export interface Mark extends Owned {
  readonly pupil_id: number;
  readonly subject: Subject;
  grade: number;
  readonly on: string;
  note?: string;
  readonly given_at: string;
}

export type MarkInput = Pick<Mark, "pupil_id" | "subject" | "grade" | "on"> & { note?: string | undefined };

/** The most pupils of a class. */
const classSize = isBroken("class-of-thirty-one") ? 31 : 30;

/** Rows of one kind, in the order of their ids. */
class Table<Row extends Owned> {
  readonly #rows = new Map<number, Row>();
  readonly #kind: string;
  #last = 0;

  constructor(kind: string) {
    this.#kind = kind;
  }

  insert(school: string, values: Omit<Row, "school" | "id">): Row {
    this.#last += 1;
    const row = { school, id: this.#last, ...values } as Row;
    this.#rows.set(row.id, row);
    return row;
  }

  /** The school's row with this id; otherwise the call is rejected as `not_found`. */
  get(school: string, id: number): Row {
    const row = this.#rows.get(id);
    if (row?.school !== school) throw new Rejected("not_found", `There is no ${this.#kind} ${id}.`);
    return row;
  }

  getOfAny(id: number): Row {
    return this.get(this.#rows.get(id)?.school ?? "", id);
  }

  list(school: string, fits: (row: Row) => boolean = () => true): readonly Row[] {
    return [...this.#rows.values()].filter((row) => row.school === school && fits(row));
  }

  delete(id: number): void {
    this.#rows.delete(id);
  }
}

export class Register {
  readonly teachers = new Table<Teacher>("teacher");
  readonly classes = new Table<SchoolClass>("class");
  readonly pupils = new Table<Pupil>("pupil");
  readonly marks = new Table<Mark>("mark");
  /** School and key of a mark -> the arguments that it came with, and its id. */
  readonly #keys = new Map<string, { readonly input: string; readonly mark: Mark }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  removeTeacher(school: string, id: number): void {
    const teacher = this.teachers.get(school, id);
    if (this.classes.list(school, (row) => row.teacher_id === teacher.id).length > 0)
      throw new Rejected("teacher_in_use", "The teacher has classes.");
    this.teachers.delete(id);
  }

  openClass(school: string, input: Pick<SchoolClass, "name" | "teacher_id" | "year">): SchoolClass {
    this.teachers.get(school, input.teacher_id);
    return this.classes.insert(school, { ...input, revision: 1 });
  }

  renameClass(school: string, id: number, name: string, expected: number): SchoolClass {
    const row = this.classes.get(school, id);
    if (row.revision !== expected && !isBroken("rename-ignores-the-revision"))
      throw new Rejected("revision_conflict", `The class has revision ${row.revision} now.`);
    row.name = name;
    row.revision += 1;
    return row;
  }

  closeClass(school: string, id: number): void {
    const row = this.classes.get(school, id);
    if (this.countPupils(row) > 0) throw new Rejected("class_not_empty", "The class has pupils.");
    this.classes.delete(id);
  }

  countPupils(row: SchoolClass): number {
    const counts = (pupil: Pupil) => pupil.state === "enrolled" || isBroken("pupils-who-left-count");
    return this.pupils.list(row.school, (pupil) => pupil.class_id === row.id && counts(pupil)).length;
  }

  addPupil(school: string, input: Pick<Pupil, "class_id" | "name" | "born">): Pupil {
    this.#expectRoom(this.classes.get(school, input.class_id));
    return this.pupils.insert(school, { ...input, state: "enrolled" });
  }

  /** Moves a pupil into another class; in its own one it just stays. */
  movePupil(school: string, id: number, class_id: number): Pupil {
    const pupil = this.pupils.get(school, id);
    const to = isBroken("moves-into-other-schools")
      ? this.classes.getOfAny(class_id)
      : this.classes.get(school, class_id);
    if (pupil.state === "left") throw new Rejected("wrong_state", "The pupil has left the school.");
    if (pupil.class_id === to.id) return pupil;
    this.#expectRoom(to);
    pupil.class_id = to.id;
    return pupil;
  }

  leave(school: string, id: number): Pupil {
    const pupil = this.pupils.get(school, id);
    if (pupil.state === "left") throw new Rejected("wrong_state", "The pupil has left the school.");
    pupil.state = "left";
    return pupil;
  }

  comeBack(school: string, id: number): Pupil {
    const pupil = this.pupils.get(school, id);
    if (pupil.state === "enrolled") throw new Rejected("wrong_state", "The pupil is enrolled.");
    if (this.classes.list(school, (row) => row.id === pupil.class_id).length === 0)
      throw new Rejected("class_closed", "The class of the pupil is closed.");
    this.#expectRoom(this.classes.get(school, pupil.class_id));
    pupil.state = "enrolled";
    return pupil;
  }

  giveMark(school: string, input: MarkInput, key?: string): Mark {
    const text = JSON.stringify([input.pupil_id, input.subject, input.grade, input.on, input.note]);
    const before = key === undefined ? undefined : this.#keys.get(`${school} ${key}`);
    if (before !== undefined) {
      if (before.input !== text) throw new Rejected("key_reused", "This key came with other arguments.");
      return before.mark;
    }
    const pupil = this.pupils.get(school, input.pupil_id);
    if (pupil.state === "left" && !isBroken("marks-for-pupils-who-left"))
      throw new Rejected("pupil_left", "The pupil has left the school.");
    const { note, ...values } = input;
    const given_at = new Date(this.#now()).toISOString();
    const mark = this.marks.insert(school, { ...values, ...(note !== undefined && { note }), given_at });
    if (key !== undefined) this.#keys.set(`${school} ${key}`, { input: text, mark: { ...mark } });
    return mark;
  }

  /** Marks by subject, with the average to two digits. */
  report(school: string, id: number) {
    const pupil = this.pupils.get(school, id);
    const marks = this.marks.list(school, (mark) => mark.pupil_id === pupil.id);
    const rows = subjects
      .map((subject) => ({
        subject,
        grades: marks.filter((mark) => mark.subject === subject).map((mark) => mark.grade),
      }))
      .filter(({ grades }) => grades.length > 0)
      .map(({ subject, grades }) => ({ subject, count: grades.length, average: averageOf(grades) }));
    const average = averageOf(marks.map((mark) => mark.grade));
    return { pupil_id: id, count: marks.length, ...(marks.length > 0 && { average }), subjects: rows };
  }

  #expectRoom(row: SchoolClass): void {
    if (this.countPupils(row) >= classSize)
      throw new Rejected("class_full", `The class has ${classSize} pupils.`);
  }
}

function averageOf(grades: readonly number[]): number {
  const parts = isBroken("average-has-one-digit") ? 10 : 100;
  return Math.round((grades.reduce((sum, grade) => sum + grade, 0) / grades.length) * parts) / parts;
}
