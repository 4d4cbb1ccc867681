/** Reads laws that a team has written, and lists their cases. Each mistake is a UsageError with the file and the reason. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { isObject } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import type { Attempt, Law, Spec, Subject } from "../../engine/law.ts";
import { UsageError } from "../../usage/usage-error.ts";
import { laws } from "../index.ts";
import { readSpec } from "../spec.ts";
import { describeUnknown, findAttemptMistake } from "./attempt-check.ts";
import { describeError, guardLaw, showType } from "./law-guard.ts";
import type { OwnLawCase } from "./own-law-case.ts";

const load = createRequire(import.meta.url);

/** The members that each law has, with their types. */
const required: Readonly<Record<string, "string" | "function">> = {
  name: "string",
  must: "string",
  finding: "string",
  over: "function",
  attempts: "function",
  judge: "function",
};
const optional = ["isChancy", "isShared", "needsAll", "cell"];

/** Lists the cases of the laws in files. A file that is named twice counts once. @throws UsageError */
export function readOwnLaws(files: readonly string[], cases: CaseFile): readonly OwnLawCase[] {
  if (files.length === 0) return [];
  const spec = readSpec(cases);
  const paths = new Map(files.map((file) => [resolve(file), file]));
  const all = [...paths].flatMap(([path, file]) => readLaws(path, file).map((law) => ({ file, law })));
  checkNames(all);
  return all.flatMap(({ file, law }) => listCases(law, file, spec));
}

function readLaws(path: string, file: string): readonly Law[] {
  if (!existsSync(path)) throw new UsageError(`There is no file ${file} with laws.`);
  const module: unknown = loadModule(path, file);
  const exported = isObject(module) && "default" in module ? module.default : undefined;
  const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  if (exported === undefined || list.length === 0)
    throw new UsageError(`${file} has no law: its default export must be a law, or a list of laws.`);
  return list.map((law, index) => checkLaw(law, list.length === 1 ? file : `${file}, law ${index + 1}`));
}

function loadModule(path: string, file: string): unknown {
  try {
    return load(path);
  } catch (error) {
    throw new UsageError(`${file} does not load: ${describeError(error)}`);
  }
}

function checkLaw(law: unknown, where: string): Law {
  if (!isObject(law as object)) throw new UsageError(`${where}: a law is an object, not ${showType(law)}.`);
  const members = law as Readonly<Record<string, unknown>>;
  for (const [name, type] of Object.entries(required)) {
    if (members[name] === undefined) throw new UsageError(`${where}: the law has no \`${name}\`.`);
    if (typeof members[name] !== type || members[name] === "")
      throw new UsageError(
        `${where}: \`${name}\` of the law must be ${type === "string" ? "a text" : "a function"}.`,
      );
  }
  const unknown = Object.keys(members).find((name) => !(name in required) && !optional.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `${where}: a law has no member \`${unknown}\`. Its members are ${[...Object.keys(required), ...optional].join(", ")}.`,
    );
  if (members.cell !== undefined && typeof members.cell !== "function")
    throw new UsageError(`${where}: \`cell\` of the law must be a function.`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(String(members.name)))
    throw new UsageError(
      `${where}: the name ${JSON.stringify(members.name)} of the law must be small letters, digits and dashes.`,
    );
  return law as unknown as Law;
}

function checkNames(all: readonly { readonly file: string; readonly law: Law }[]): void {
  for (const [index, { file, law }] of all.entries()) {
    if (laws.some(({ name }) => name === law.name))
      throw new UsageError(`${file}: the suite has a law ${law.name} itself. Give yours another name.`);
    const first = all.findIndex((each) => each.law.name === law.name);
    if (first < index)
      throw new UsageError(
        `${file}: the name ${law.name} is that of another law, in ${all[first]!.file}. Give one of them another name.`,
      );
  }
}

function listCases(law: Law, file: string, spec: Spec): readonly OwnLawCase[] {
  const where = `${file}: the law ${law.name}`;
  const subjects: unknown = tryTo(() => law.over(spec), `${where}: \`over\``);
  if (!Array.isArray(subjects))
    throw new UsageError(`${where}: \`over\` returned ${showType(subjects)}, not a list.`);
  if (subjects.length === 0)
    throw new UsageError(`${where} has no case for this spec: \`over\` returned an empty list.`);
  const guarded = guardLaw(law);
  const ids = new Set<string>();
  return subjects.map((subject: unknown): OwnLawCase => {
    const { id, tool, must } = checkSubject(subject, where, spec);
    if (ids.has(id)) throw new UsageError(`${where}: \`over\` returned two cases with the id ${id}.`);
    ids.add(id);
    const own = subject as Subject;
    const attempts = listAttempts(law, own, spec, `${where}, case ${id}`);
    return {
      kind: "law",
      id: `law/${law.name}/${id}`,
      must,
      at: file,
      tool,
      law: guarded,
      subject: own,
      attempts,
      spec,
    };
  });
}

function checkSubject(subject: unknown, where: string, spec: Spec): Subject {
  const members: Partial<Record<string, unknown>> = isObject(subject as object) ? Object(subject) : {};
  for (const name of ["id", "tool", "must"])
    if (typeof members[name] !== "string" || members[name] === "")
      throw new UsageError(`${where}: a case of \`over\` has no text \`${name}\`.`);
  const { id, tool } = members as unknown as Subject;
  if (/[\s*]/.test(id))
    throw new UsageError(`${where}: the id ${JSON.stringify(id)} of a case must have no space and no \`*\`.`);
  const known = Object.keys(spec.file.tools);
  if (!known.includes(tool))
    throw new UsageError(
      `${where}, case ${id}: it names ${describeUnknown({ what: "tool", name: tool, known })}.`,
    );
  return subject as Subject;
}

function listAttempts(law: Law, subject: Subject, spec: Spec, where: string): readonly Attempt[] {
  const attempts: unknown = tryTo(() => law.attempts(subject, spec), `${where}: \`attempts\``);
  const mistake = findAttemptMistake(attempts, spec);
  if (mistake !== undefined) throw new UsageError(`${where}: \`attempts\`: ${mistake}.`);
  return attempts as readonly Attempt[];
}

function tryTo<Result>(run: () => Result, what: string): Result {
  try {
    return run();
  } catch (error) {
    throw new UsageError(`${what} throws: ${describeError(error)}`);
  }
}
