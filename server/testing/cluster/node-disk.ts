import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresUser } from "@/local/postgres/postgres-user";

/** Much more than a run writes. It takes memory only as it is written. */
const ROOM = "2g";
/** The server goes on writing while its disk is filled. */
const TRIES = 50;

/** The disk of one node: a file system of its own, in memory, whose free room can be taken away. */
export interface NodeDisk {
  /** Leaves no free room: whatever needs another page fails with ENOSPC. */
  fill(): void;
  /** Gives all room back. */
  free(): void;
  unmount(): void;
}

/** Why nodes cannot have disks of their own here, as what would be needed; null where they can. */
export function whyNoDisks(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "Linux and root, to mount file systems";
  const directory = mkdtempSync(join(tmpdir(), "quittance-mount-"));
  try {
    mount(directory, ["size=1m"]);
    unmount(directory);
    return null;
  } catch {
    return "a machine that allows `mount -t tmpfs` (in a container CAP_SYS_ADMIN)";
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Mounts a disk at this directory, which is made, for the account of PostgreSQL. */
export function mountDisk(directory: string, { uid, gid }: PostgresUser): NodeDisk {
  mkdirSync(directory, { mode: 0o700 });
  mount(directory, [`size=${ROOM}`, "mode=0700", `uid=${uid ?? 0}`, `gid=${gid ?? 0}`]);
  return {
    fill: () => {
      for (let tries = 1; ; tries++) {
        const { bsize, blocks, bfree } = statfsSync(directory);
        try {
          resize(directory, String((blocks - bfree) * bsize));
          return;
        } catch (error) {
          // More was written meanwhile, and no file system can be smaller than what is in it.
          if (tries === TRIES) throw error;
        }
      }
    },
    free: () => resize(directory, ROOM),
    unmount: () => unmount(directory),
  };
}

function mount(directory: string, options: readonly string[]): void {
  run("mount", ["-t", "tmpfs", "-o", options.join(","), "tmpfs", directory]);
}

function resize(directory: string, size: string): void {
  run("mount", ["-o", `remount,size=${size}`, directory]);
}

function unmount(directory: string): void {
  run("umount", ["--lazy", directory]);
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: "ignore" });
}
