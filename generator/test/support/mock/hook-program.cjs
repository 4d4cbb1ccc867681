/**
 * A hook of the target: sends its input to the mock whose address is the argument, and prints the answer. Each test starts it many
 * times, so it is a plain script: the hook of `toolwright mock`, which has a test of its own, takes five times the processor time.
 */
const { argv, getBuiltinModule, stdin, stdout } = process;
const { request } = getBuiltinModule("node:http");

stdin.pipe(request(argv[2], { method: "POST" }, (response) => response.pipe(stdout)));
