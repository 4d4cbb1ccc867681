/**
 * After the tests of every file: writes the compiled modules down for later workers and programs. Node does so when a process ends by itself,
 * and Vitest ends its workers by a signal.
 */
import { flushCompileCache } from "node:module";
import { afterAll } from "vitest";

afterAll(() => flushCompileCache());
