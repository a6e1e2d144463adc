// `npm ci` refuses a lock without entries for optional packages of other platforms, and a registry that does
// not carry those packages leaves them out. Run after every dependency change: adds what is missing.
import fs from "node:fs";

const file = "package-lock.json";
const lock = JSON.parse(fs.readFileSync(file, "utf8"));
const packages = lock.packages;

/** Path of the package that `name` resolves to from `from`, or null. */
function resolve(from, name) {
  for (let path = from; ; ) {
    const candidate = `${path ? `${path}/` : ""}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!path) return null;
    const parent = path.lastIndexOf("/node_modules/");
    path = parent < 0 ? "" : path.slice(0, parent);
  }
}

const PLATFORMS = [
  [/darwin/, "darwin"],
  [/win32|windows/, "win32"],
  [/android/, "android"],
  [/freebsd/, "freebsd"],
  [/linux/, "linux"],
];
const PROCESSORS = [
  [/arm64/, "arm64"],
  [/arm-|armv7|arm$/, "arm"],
  [/x64|amd64/, "x64"],
  [/ia32/, "ia32"],
  [/wasm32/, "wasm32"],
];
const first = (table, name) => table.find(([pattern]) => pattern.test(name))?.[1];

for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolve(path, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
    const os = first(PLATFORMS, name);
    const cpu = first(PROCESSORS, name);
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
    };
  }
}
// Some registries leave out for which C library a package is. npm would then install that of the other one as well.
for (const [path, entry] of Object.entries(packages)) {
  if (entry.libc || !entry.os?.includes("linux")) continue;
  if (path.endsWith("-musl")) entry.libc = ["musl"];
  else if (packages[`${path}-musl`]) entry.libc = ["glibc"];
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
