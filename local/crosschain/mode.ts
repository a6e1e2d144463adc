import { join } from "node:path";
import { readIfExists, writePrivateFile } from "@/local/files";

/**
 * What the filler of the local chains does with deposits: `fill` at once, `delay` for twenty seconds, `fail-call` so that
 * the money arrives without the payment call, `expire` so that it goes back once the time to fill is over.
 */
export const FILLER_MODES = ["fill", "delay", "fail-call", "expire"] as const;
export type FillerMode = (typeof FILLER_MODES)[number];

/** Where the switch is kept: the filler looks at it before each deposit. */
export function fillerModePath(dataDir: string): string {
  return join(dataDir, "filler-mode");
}

export function writeFillerMode(dataDir: string, mode: FillerMode): void {
  writePrivateFile(fillerModePath(dataDir), mode);
}

/** `fill` where nothing else is said. */
export function readFillerMode(path: string | undefined): FillerMode {
  const text = path === undefined ? undefined : readIfExists(path)?.trim();
  return FILLER_MODES.find((mode) => mode === text) ?? "fill";
}
