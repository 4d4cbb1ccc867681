import { guidePath, suiteCommand } from "../usage/invocation.ts";

export const help = `Tests an MCP server over the wire against its spec.

Usage: ${suiteCommand} [options]

Where
  --url URL              the MCP endpoint (streamable HTTP)
  --command "PROGRAM …"  start this program and speak MCP over stdio
  --token TOKEN          a token with every scope (or set the variable TOKEN)
  --login                sign in with a browser for a token (OAuth)
  --client-id ID         the client to sign in as, where the authorization server registers none
  --target FILE          a file with all of this and more, see ${guidePath}
                         (default: conformance/targets/local.yaml of the current folder)
  --spec DIR             the spec to test against (default: generated/cases.json of the current folder)
  --ca FILE              certificates (PEM) of a private authority; proxies are taken from HTTPS_PROXY, HTTP_PROXY
                         and NO_PROXY

What
  --plan                 list the cases and the duration, and send nothing
  --read-only            call only tools that promise to change nothing
  --only KIND            protocol, manifest, authorization, input, output, failures, errors; repeat, or separate
                         with commas
  --tool NAME            only cases of this tool; repeat, or separate with commas
  --case ID              only these cases; * matches anything but /, ** anything
  --seed N               the order of the cases; the report names the seed
  --timeout SECONDS      how long to wait for an answer (default 30)
  --max-requests N       the limit of requests (default: 600 with one token, else none)

Judging
  --allow-unverified FILE   accepted unverified results: a YAML list of { case, cause?, count?, reason }
  --expected-failures FILE  known failures: a YAML list of { case, count?, reason }
  --report DIR           the folder for reports (default conformance-report): report.html, report.json, junit.xml,
                         report.sarif

Examples:
  ${suiteCommand}                                   this project's server, freshly started
  ${suiteCommand} --url URL --token TOKEN           any deployment of it
  ${suiteCommand} --url URL --spec DIR --plan       another team's server, by its spec: what would be sent
  ${suiteCommand} --target FILE --read-only         more tokens, hooks and bindings; changes nothing

Exit codes: 0 everything held; 1 something failed, or an accepted entry does not describe the run; 2 something is
unverified, or the target cannot be tested.

A failed case shows its id, the line of the spec, what was expected and got, and a curl command with $TOKEN.
Run it again with --case ID.
`;
