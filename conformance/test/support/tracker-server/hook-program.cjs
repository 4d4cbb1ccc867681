/**
 * A hook of the target: passes its question on to the tracker whose address is the argument. A run starts it a hundred times, so it
 * is a plain script without `fetch`: a module takes twice the processor time to start, and `fetch` four times.
 */
const { argv, getBuiltinModule, stdin, stdout } = process;
const { request } = getBuiltinModule("node:http");

stdin.pipe(request(new URL("/control", argv[2]), { method: "POST" }, (response) => response.pipe(stdout)));
