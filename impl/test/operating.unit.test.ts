/** impl/docs/operating.md, compose.yaml, the Dockerfile and the unit say what is so; the proof beside it takes their steps. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createMetrics } from "../mcp/observability/metrics.ts";
import { readConfig } from "../platform/config/config.ts";
import { type Compose, environmentOf, read, repository, settingsIn } from "./support/operating-guide.ts";

const guide = read("impl/docs/operating.md");
const compose: Compose = parse(read("compose.yaml"), { merge: true });

/** The values in an operator's `.env`. */
const secrets = {
  DOMAIN: "forms.example.org",
  POSTGRES_PASSWORD: "0123456789abcdef",
  SECRET_KEY: "0123456789abcdef0123456789abcdef",
  METRICS_TOKEN: "0123456789abcdef",
  MAIL_URL: "smtps://user:password@mail.example.org",
  MAIL_FROM: "Forms <forms@example.org>",
};

/** The settings in the table of the guide. */
function documented(): string[] {
  const [section = ""] = /^## Settings\n[\s\S]*?(?=^## )/m.exec(guide) ?? [];
  const rows = [...section.matchAll(/^\| (`[A-Z][^|]*) \|/gm)];
  return rows.flatMap(([, names = ""]) =>
    [...names.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!),
  );
}

test("the guide has every setting that the configuration reads, and no other", () => {
  const names = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get(_, name) {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(environment);
  expect(documented().sort()).toEqual([...names].sort());
});

test("no file of the service reads a setting past the configuration", () => {
  const files = readdirSync(join(repository, "impl"), { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.(ts|js)$/.test(path) && !/^(test|node_modules)\/|\.(test|proof|soak)\.ts$/.test(path),
  );
  const direct = files.flatMap((path) => [
    ...read(`impl/${path}`).matchAll(/process\.env[.[]\W*([A-Z]\w*)/g),
  ]);
  expect(files.length).toBeGreaterThan(100);
  expect(direct.map(([, name]) => name)).toEqual([]);
});

test("the settings of one machine, and those of the containers, are right and documented", () => {
  const one = settingsIn(read("impl/docs/operating/service-mcp.env"));
  expect(readConfig(one)).toMatchObject({ production: true, publicUrl: "https://forms.example.org" });
  for (const name of ["node1", "node2"]) {
    const environment = environmentOf(compose.services[name]!, secrets);
    const config = readConfig({ ...environment, ...imageSettings() });
    expect(config).toMatchObject({ host: "0.0.0.0", production: true, trustedProxies: ["10.77.0.2"] });
    expect(compose.services[name]!.volumes).toContain(`data:${config.dataDir}`);
    for (const each of Object.keys({ ...environment, ...one, ...imageSettings() }))
      expect(documented(), each).toContain(each);
  }
});

function imageSettings(): Record<string, string> {
  return Object.fromEntries(
    [...read("Dockerfile").matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
}

test("compose.yaml requires the settings of the guide, mounts existing files and pins its images", () => {
  const asked = new Set([...read("compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
  const set = /cat > \.env <<END\n([\s\S]*?)> END/.exec(guide)![1]!;
  expect([...set.matchAll(/^> (\w+)=/gm)].map(([, name]) => name).sort()).toEqual([...asked].sort());
  for (const { image, build, volumes = [] } of Object.values(compose.services)) {
    if (build === undefined) expect(image).toMatch(/:[\w.-]*\d[\w.-]*$/);
    for (const volume of volumes.filter((each) => each.startsWith(".")))
      expect(existsSync(join(repository, volume.split(":")[0]!)), volume).toBe(true);
  }
  for (const [name, service] of Object.entries(compose.services))
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.any(String),
    });
  const [proxy] = /(?<=ipv4_address: )[\d.]+/.exec(read("compose.yaml"))!;
  expect(compose.services.node1!.environment!.TRUST_PROXY).toBe(proxy);
  const [, range] = /ip_range: 10\.77\.0\.(\d+)\/25/.exec(read("compose.yaml"))!;
  expect(Number(proxy!.split(".").at(-1))).toBeLessThan(Number(range));
});

test("the unit starts an existing file, with the settings and the folder of the guide", () => {
  const unit = settingsIn(read("impl/docs/operating/service-mcp.service").replace(/^\[.*\]$/gm, ""));
  const [, program = ""] = unit.ExecStart!.split(" ");
  expect(existsSync(join(repository, program))).toBe(true);
  expect(guide).toContain(`impl/docs/operating/service-mcp.env ${unit.EnvironmentFile}`);
  expect(settingsIn(read("impl/docs/operating/service-mcp.env")).DATA_DIR).toBe(
    `/var/lib/${unit.StateDirectory}`,
  );
});

test("the guide names every metric of ours, and only existing ones", async () => {
  const all = createMetrics();
  const families = [...(await all.written()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!);
  const named = [...guide.matchAll(/`([a-z]+(?:_[a-z0-9]+){2,})(?:\{[^`]*\})?`/g)].map(([, name]) => name!);
  const events = new Set(
    readdirSync(join(repository, "impl"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.startsWith("test/"))
      .flatMap((path) => [...read(`impl/${path}`).matchAll(/event: "(\w+)"/g)].map(([, name]) => name!)),
  );
  expect(named.filter((name) => !families.includes(name) && !events.has(name))).toEqual([]);
  expect(families.filter((name) => !/^(nodejs|process)_/.test(name) && !named.includes(name))).toEqual([]);
});
