/** Courses on node:http alone: each has as many places, and kits to work with, as it was held with. */
import { casesOf } from "../notes-server.ts";
import { page, Refused, servePlain } from "./plain-server.ts";

export const coursesCases = casesOf(`${import.meta.dirname}/courses`);

export const coursesTokens = [
  { token: "crs.Wq2mLx8RzT4w", scopes: ["courses"] },
  { token: "crs.Pv1lSo9DnQ6g", scopes: ["courses"], account: "other" },
];

interface Course {
  readonly account: string;
  readonly course: number;
  readonly name: string;
  readonly places: number;
  kits: number;
}

interface Enrolment {
  readonly account: string;
  readonly enrolment: string;
  readonly course: number;
  readonly person: string;
}

type Input = Omit<Course & Enrolment, "account"> & { readonly size?: number; readonly cursor?: string };

export interface CoursesOptions {
  /** The fewest places of a course. */
  readonly fewest?: number;
  /** Whether the two newest courses take people, and no others. */
  readonly closesOld?: boolean;
  readonly mistake?: /** Every course has 12 places. */
    | "twelve-places"
    /** One person more than there are places is enrolled. */
    | "one-more"
    /** The people in all courses are counted together. */
    | "all-courses"
    /** A person who has withdrawn keeps the place. */
    | "keeps-places"
    /** Between the count and the new enrolment others can come in. */
    | "counts-before"
    /** One kit more than there are is given away. */
    | "one-kit-more"
    /** Kits are given away for ever. */
    | "endless-kits"
    /** The kits of all courses are one stock. */
    | "one-stock"
    /** Between the look at the kits and the change others can come in. */
    | "looks-before";
}

/** Serves courses on a free port of loopback. */
export function serveCourses({ fewest = 1, closesOld = false, mistake }: CoursesOptions = {}): Promise<{
  url: string;
  close(): Promise<void>;
}> {
  const courses: Course[] = [];
  const enrolments = new Map<string, Enrolment>();
  const withdrawn: Enrolment[] = [];
  let last = 1000;

  const findCourse = (course: number, account: string): Course => {
    const found = courses[course - 1];
    if (found?.account !== account) throw new Refused("missing", `There is no course ${course}.`);
    return found;
  };
  const findEnrolment = (enrolment: string, account: string): Enrolment => {
    const found = enrolments.get(enrolment);
    if (found?.account !== account) throw new Refused("missing", `There is no enrolment ${enrolment}.`);
    return found;
  };
  const countTaken = ({ account, course }: Course): number => {
    const counted = [...enrolments.values(), ...(mistake === "keeps-places" ? withdrawn : [])];
    return counted.filter(
      (each) => each.account === account && (each.course === course || mistake === "all-courses"),
    ).length;
  };
  const isFull = (course: Course): boolean => {
    const places = mistake === "twelve-places" ? 12 : course.places;
    return countTaken(course) >= places + (mistake === "one-more" ? 1 : 0);
  };
  const show = (course: Course) => ({ ...withoutAccount(course), taken: countTaken(course) });

  const tools: Readonly<Record<string, (input: Input, account: string) => object | Promise<object>>> = {
    hold_course: ({ name, places, kits }, account) => {
      const course = { account, course: courses.length + 1, name, places: Math.max(places, fewest), kits };
      courses.push(course);
      return show(course);
    },
    get_course: ({ course }, account) => show(findCourse(course, account)),
    give_kits: async ({ course, kits }, account) => {
      const found = findCourse(course, account);
      const stock = courses.filter((each) => each === found || mistake === "one-stock");
      const left = stock.reduce((sum, each) => sum + each.kits, mistake === "one-kit-more" ? 1 : 0);
      if (mistake === "looks-before") await new Promise((resolve) => setTimeout(resolve, 50));
      if (left < kits) throw new Refused("too_few_kits", `Course ${course} has ${left} kits left.`);
      if (mistake !== "endless-kits") found.kits -= kits;
      return { course, given: kits };
    },
    enrol: async ({ course, person }, account) => {
      const found = findCourse(course, account);
      const isOld =
        closesOld &&
        !courses
          .filter((each) => each.account === account)
          .slice(-2)
          .includes(found);
      if (isOld || isFull(found)) throw new Refused("full", `Course ${course} has no place left.`);
      if (mistake === "counts-before") await new Promise((resolve) => setTimeout(resolve, 50));
      const enrolment = { account, enrolment: `E${++last}`, course, person };
      enrolments.set(enrolment.enrolment, enrolment);
      return withoutAccount(enrolment);
    },
    get_enrolment: ({ enrolment }, account) => withoutAccount(findEnrolment(enrolment, account)),
    list_enrolments: ({ course, ...paging }, account) => {
      if (course !== undefined) findCourse(course, account);
      const all = [...enrolments.values()]
        .filter((each) => each.account === account && (course ?? each.course) === each.course)
        .map((each) => ({ number: Number(each.enrolment.slice(1)), ...withoutAccount(each) }));
      const { items, ...rest } = page(all, "number", `${course}`, paging);
      return { enrolments: items, ...rest };
    },
    withdraw: ({ enrolment }, account) => {
      withdrawn.push(findEnrolment(enrolment, account));
      enrolments.delete(enrolment);
      return { withdrawn: enrolment };
    },
  };
  return servePlain({ name: "courses", cases: coursesCases, tokens: coursesTokens, tools });
}

function withoutAccount<Thing extends { readonly account: string }>({ account: _, ...rest }: Thing) {
  return rest;
}
