/**
 * A hook of the target: passes its question on to the tracker whose address is the argument. A run starts it a hundred times, so it
 * is plain JavaScript without `fetch`, which starts four times as fast.
 */
import { request } from "node:http";

const { argv, stdin, stdout } = process;
stdin.pipe(request(new URL("/control", argv[2]), { method: "POST" }, (response) => response.pipe(stdout)));
