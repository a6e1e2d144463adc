import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PinnedPackage } from "@/server/testing/bring-package";
import { bringBrowser, broughtBrowser, CHROMIUM } from "@/server/testing/browser/brought-browser";
import { findBrowser, requireBrowser } from "@/server/testing/browser/browser";

let parent: string;
let made: PinnedPackage;
let calls: string;
let env: { HOME: string; PATH: string };

/** A registry's package of the same form, whose browser is a program that says what it finds. */
function makePackage(file: string): void {
  const bin = join(parent, "package", "bin");
  mkdirSync(bin, { recursive: true });
  const browser = '#!/bin/sh\necho "$1 $LD_LIBRARY_PATH $FONTCONFIG_FILE"\n';
  writeFileSync(join(bin, "chromium.br"), brotliCompressSync(browser));
  for (const [name, folder] of Object.entries({ al2023: "lib", fonts: "fonts", swiftshader: "gl" })) {
    mkdirSync(join(parent, folder));
    writeFileSync(join(parent, folder, "content"), name);
    const archive = execFileSync("tar", ["-cf", "-", "-C", parent, folder]);
    writeFileSync(join(bin, `${name}.tar.br`), brotliCompressSync(archive));
  }
  execFileSync("tar", ["-czf", file, "-C", parent, "package"]);
}

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "quittance-brought-"));
  const file = join(parent, "chromium.tgz");
  makePackage(file);
  const digest = createHash("sha512").update(readFileSync(file)).digest("base64");
  made = { name: "chromium-of-the-test", version: "1.2.3", integrity: `sha512-${digest}` };
  // The npm client: it is asked for a package, and where to put it.
  calls = join(parent, "calls");
  mkdirSync(join(parent, "bin"));
  const npm = `#!/bin/sh\necho "$@" >> ${calls}\nfor last; do :; done\ncp ${file} "$last/"\n`;
  writeFileSync(join(parent, "bin", "npm"), npm, { mode: 0o755 });
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

beforeEach(() => {
  env = { HOME: mkdtempSync(join(parent, "home-")), PATH: `${join(parent, "bin")}:${process.env.PATH}` };
  rmSync(calls, { force: true });
});

describe.runIf(`${process.platform}-${process.arch}` === "linux-x64")("a browser where there is none", () => {
  test("is brought once through the npm client, into the user's cache, with its libraries and typeface", async () => {
    // Two at once, as two runs that find none.
    const [browser, same] = await Promise.all([bringBrowser(env, made), bringBrowser(env, made)]);
    expect(same).toBe(browser);
    expect(browser).toBe(join(env.HOME, ".cache", "quittance", "chromium-1.2.3", "chromium-headless-shell"));
    const folder = join(browser, "..");
    const { stdout } = await promisify(execFile)(browser, ["--version"], {
      env: { NODE_ENV: "test", PATH: process.env.PATH },
    });
    expect(stdout.trim()).toBe(`--version ${folder}/lib ${folder}/fonts.conf`);
    expect(readFileSync(join(folder, "lib", "content"), "utf8")).toBe("al2023");
    expect(readdirSync(join(folder, ".."))).toEqual(["chromium-1.2.3"]);
    expect(readFileSync(calls, "utf8")).toContain("pack chromium-of-the-test@1.2.3");

    rmSync(calls);
    expect(await bringBrowser(env, made)).toBe(browser);
    expect(existsSync(calls)).toBe(false);
  });

  test("is not taken when its file is another than the one we know", async () => {
    const other = { ...made, integrity: CHROMIUM.integrity };
    await expect(bringBrowser(env, other)).rejects.toThrow(
      /could not be brought: its file is not the one we know/,
    );
    expect(readdirSync(join(env.HOME, ".cache", "quittance"))).toEqual([]);
  });

  test("that cannot be brought is said in one line", async () => {
    const npm = join(env.HOME, "npm");
    writeFileSync(npm, "#!/bin/sh\necho 'npm error network unreachable\nnpm error more' >&2\nexit 1\n", {
      mode: 0o755,
    });
    const failing = bringBrowser({ ...env, PATH: `${env.HOME}:${process.env.PATH}` }, made);
    await expect(failing).rejects.toThrow(
      /^Chromium \(chromium-of-the-test@1\.2\.3\) could not be brought: npm error network unreachable npm error more$/,
    );
  });
});

test("an installed browser is preferred to the one that was brought, and CHROMIUM_PATH to both", async () => {
  const brought = broughtBrowser(env);
  mkdirSync(join(brought, ".."), { recursive: true });
  writeFileSync(brought, "", { mode: 0o755 });
  expect(findBrowser({ HOME: env.HOME, PATH: "" })).toBe(brought);
  expect(await requireBrowser({ HOME: env.HOME, PATH: "" })).toBe(brought);
  const installed = join(env.HOME, "chromium");
  writeFileSync(installed, "", { mode: 0o755 });
  expect(findBrowser({ HOME: env.HOME, PATH: env.HOME })).toBe(installed);
  expect(await requireBrowser({ HOME: env.HOME, PATH: "", CHROMIUM_PATH: installed })).toBe(installed);
});
