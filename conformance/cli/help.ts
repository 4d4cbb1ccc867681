import { guidePath, suiteCommand } from "../usage/invocation.ts";

export const help = `Tests an MCP server, over the wire, against what its spec promises.

Usage: ${suiteCommand} [options]

Where
  --url URL              the MCP endpoint (streamable HTTP)
  --command "PROGRAM …"  a server over stdio instead
  --token TOKEN          a token that holds every scope; the variable TOKEN does as well
  --target FILE          all of that in a file, see ${guidePath}
                         (default: conformance/targets/local.yaml of the current folder)
  --spec DIR             the spec to test against (default: generated/cases.json of the current folder)
  --ca FILE              certificates (PEM) of a private authority; proxies are taken from HTTPS_PROXY, HTTP_PROXY
                         and NO_PROXY

What
  --plan                 list what would be sent and how long it takes, and send nothing
  --read-only            call only tools that promise to change nothing
  --only KIND            protocol, manifest, authorization, input, output, failures, errors; repeat, or separate
                         with commas
  --tool NAME            only cases of this tool; repeat, or separate with commas
  --case ID              only this case; * stands for anything but /, ** for anything
  --seed N               the order of the cases; a report names the one it had
  --timeout SECONDS      how long an answer may take (default 30)
  --max-requests N       most requests to send (default: 600 with one token, else no limit)

Judging
  --allow-unverified FILE   results that may stay unverified: a list of { case, cause?, reason } in YAML
  --expected-failures FILE  failures that are known: a list of { case, reason } in YAML
  --report DIR           where reports go (default conformance-report): report.html, report.json, junit.xml,
                         report.sarif

Examples:
  ${suiteCommand}                                   this project's server, freshly started
  ${suiteCommand} --url URL --token TOKEN           any deployment of it
  ${suiteCommand} --url URL --spec DIR --plan       another team's server, by its spec: what would be sent
  ${suiteCommand} --target FILE --read-only         more tokens, hooks and bindings; changes nothing

Exit codes: 0 all held; 1 something failed, or an accepted entry is no longer needed; 2 something could not be verified,
or the target could not be reached.

A failed case shows its id, the line of the spec, what was expected, what came, and a curl line with $TOKEN.
Run it again with --case ID.
`;
