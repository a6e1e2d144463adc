import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { COMMANDS } from "@/scripts/command-line/table.mjs";
import { settingNames } from "@/scripts/deployment/setting-names";
import { SERVICES } from "@/scripts/programs/list.mjs";

const FOLDER = join(repositoryRoot(), "deploy/systemd");
const UNITS = readdirSync(FOLDER).filter((name) => name.endsWith(".service"));
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const valuesOf = (unit: string, key: string) =>
  [...read(unit).matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
/** What a file of settings sets. */
const setIn = (file: string) => [...read(file).matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);

test("every unit of systemd starts a program of ours that exists", () => {
  expect(UNITS).toEqual(["quittance-migrate.service", "quittance-web@.service", "quittance-worker@.service"]);
  const started = UNITS.flatMap((unit) => {
    const lines = valuesOf(unit, "ExecStart");
    expect(lines).toHaveLength(1);
    return lines.map((line) => /\/usr\/bin\/node (?:--\S+ )*(\S+(?: [a-z]+)?)/.exec(line)?.[1]);
  });
  const services = Object.values(SERVICES).map((name) => `dist/${name}.js`);
  const commands = Object.keys(COMMANDS).map((name) => `scripts/quittance.mjs ${name}`);
  expect(started).toHaveLength(UNITS.length);
  expect(started.filter((one) => ![...services, ...commands].includes(one ?? ""))).toEqual([]);
  expect(started).toEqual(expect.arrayContaining(services));
});

test("every setting in a unit of systemd or its files of settings is one of docs/settings.md", () => {
  const known = settingNames();
  const inUnits = UNITS.flatMap((unit) =>
    valuesOf(unit, "Environment").map((line) => line.replace(/=.*/, "")),
  );
  const inFiles = [...setIn("quittance.env.example"), ...setIn("worker.env.example")];
  expect(inUnits).toEqual(expect.arrayContaining(["PORT", "WORKER_METRICS_PORT", "NODE_ENV"]));
  expect(inFiles).toContain("DATABASE_URL");
  expect([...inUnits, ...inFiles].filter((name) => !known.has(name))).toEqual([]);
  // A file of settings wins over the unit, and the unit takes these from its own name.
  expect(inFiles.filter((name) => /PORT$/.test(name))).toEqual([]);
});

test("units of systemd give keys of executors and settlers to workers alone", () => {
  const having = UNITS.filter((unit) => valuesOf(unit, "EnvironmentFile").join().includes("worker.env"));
  expect(having).toEqual(["quittance-worker@.service"]);
  expect(setIn("quittance.env.example").filter((name) => /^(?:EXECUTOR|SETTLER)_/.test(name))).toEqual([]);
  expect(setIn("worker.env.example").every((name) => /^(?:EXECUTOR|SETTLER)_/.test(name))).toBe(true);
});

test("processes under systemd write nothing, have no capability and become nobody else", () => {
  for (const unit of UNITS) {
    for (const line of [
      ...[
        "DynamicUser=yes",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateTmp=yes",
      ],
      ...["CapabilityBoundingSet=", "RestrictSUIDSGID=yes", "SystemCallFilter=~@privileged"],
    ]) {
      expect(read(unit).split("\n"), unit).toContain(line);
    }
    for (const key of ["ReadWritePaths", "StateDirectory", "BindPaths"]) {
      expect(valuesOf(unit, key), unit).toEqual([]);
    }
  }
});

const analyze = (...args: string[]) => spawnSync("systemd-analyze", args, { encoding: "utf8" });

/** `systemd-analyze` reads units without a running systemd, where it is installed. */
const isInstalled = () => analyze("--version").status === 0;

test.runIf(isInstalled())("systemd itself finds nothing wrong with the units, and little exposed", () => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-units-"));
  try {
    cpSync(FOLDER, folder, { recursive: true });
    // It also looks whether the program is there, and Node may be elsewhere on this machine.
    for (const unit of UNITS) {
      writeFileSync(join(folder, unit), read(unit).replaceAll("/usr/bin/node", process.execPath));
    }
    const paths = [...UNITS, "quittance.target"].map((name) => join(folder, name));
    const verified = analyze("verify", ...paths);
    expect({ status: verified.status, said: verified.stderr }).toEqual({ status: 0, said: "" });
    for (const path of paths.slice(0, -1)) {
      // In tenths: 1.5 of 10, where a unit without any of it has 9.6.
      expect(analyze("security", "--offline=true", "--threshold=15", path).status, path).toBe(0);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
