import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const MOUNTS = "/proc/self/mounts";

/** Takes away what a run had mounted below its directory, which could not be removed otherwise. */
export function unmountBelow(directory: string): void {
  if (!existsSync(MOUNTS)) return;
  const points = readFileSync(MOUNTS, "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((point) => point.startsWith(`${directory}/`));
  for (const point of points.toReversed()) execFileSync("umount", ["--lazy", point], { stdio: "ignore" });
}
