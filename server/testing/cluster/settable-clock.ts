import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where Debian's `libfaketime` has it: below the folder of the machine's kind. */
const NAME = "faketime/libfaketimeMT.so.1";
const LIBRARIES = "/usr/lib";
/** Where it keeps a few bytes for each process. */
const SHARED = "/dev/shm";

/** The clock of a process and of all that it starts, which can be set while they run. Timers go on as before. */
export interface SettableClock {
  /** For the environment of the process. */
  env: Record<string, string>;
  /** Sets it this far ahead of the machine's, or behind. It takes effect within a second. */
  set(aheadSeconds: number): void;
}

/** The library that gives processes other clocks; null where it is not installed. */
export function clockLibrary(): string | null {
  if (!existsSync(LIBRARIES)) return null;
  const found = readdirSync(LIBRARIES).map((folder) => join(LIBRARIES, folder, NAME));
  return found.find((file) => existsSync(file)) ?? null;
}

/** Removes what processes with such clocks left behind when they were killed. */
export function removeLeftovers(): void {
  for (const name of existsSync(SHARED) ? readdirSync(SHARED) : []) {
    const [, pid] = /^(?:sem\.)?faketime_(?:shm|sem)_(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(SHARED, name), { force: true });
  }
}

/** A clock that is kept in this file; right at first. */
export function settableClock(file: string): SettableClock {
  const set = (aheadSeconds: number) => {
    // Written beside and renamed: every process reads it again and again.
    writeFileSync(`${file}.part`, `${aheadSeconds < 0 ? "" : "+"}${aheadSeconds}\n`, { mode: 0o644 });
    renameSync(`${file}.part`, file);
  };
  set(0);
  return {
    env: {
      LD_PRELOAD: clockLibrary() ?? "",
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      // What waits goes by the clock that nobody sets, as on a machine whose time is set.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    },
    set,
  };
}
