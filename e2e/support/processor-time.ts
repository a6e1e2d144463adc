import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { readStack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { noteSeconds } from "@/server/testing/processor-time/note";
import { canMeasure, parentOf, secondsOfTree } from "@/server/testing/processor-time/process-tree";

/**
 * Says what each file of journeys used: the process that ran it, its browser, and the stack that its journeys had for
 * themselves. Journeys of one worker run one after the other, so what both used since the last one ended is this one's.
 */
export default class ProcessorTime implements Reporter {
  private readonly workers = new Map<number, number>();
  private readonly seen = new Map<number, number>();
  private readonly files = new Map<string, number>();

  printsToStdio(): boolean {
    return false;
  }

  onTestBegin(_test: TestCase, { workerIndex, parallelIndex }: TestResult): void {
    if (!canMeasure()) return;
    if (!this.workers.has(workerIndex)) {
      this.findWorkers(workerIndex);
      // What the stack used to start is nobody's.
      this.seen.set(workerIndex, this.secondsOf(workerIndex, parallelIndex));
    }
  }

  onTestEnd(test: TestCase, { workerIndex, parallelIndex }: TestResult): void {
    if (!canMeasure()) return;
    const now = this.secondsOf(workerIndex, parallelIndex);
    const file = relative(repositoryRoot(), test.location.file);
    const used = Math.max(0, now - (this.seen.get(workerIndex) ?? now));
    this.files.set(file, (this.files.get(file) ?? 0) + used);
    this.seen.set(workerIndex, now);
  }

  onEnd(): void {
    for (const [file, seconds] of this.files) noteSeconds(file, seconds);
  }

  private secondsOf(workerIndex: number, parallelIndex: number): number {
    const roots = [this.workers.get(workerIndex), supervisorOf(parallelIndex)];
    return roots.reduce<number>((sum, pid) => sum + (pid === undefined ? 0 : secondsOfTree(pid)), 0);
  }

  /** Playwright does not tell which process is which worker: both are counted in the order in which they start. */
  private findWorkers(workerIndex: number): void {
    const known = new Set(this.workers.values());
    const [oldest] = playwrightWorkers().filter((pid) => !known.has(pid));
    if (oldest !== undefined) this.workers.set(workerIndex, oldest);
  }
}

function playwrightWorkers(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => parentOf(pid) === process.pid && /workerProcessEntry/.test(commandOf(pid)))
    .sort((a, b) => a - b);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** What started the web process of a worker's stack, and all the others of that stack. */
function supervisorOf(parallelIndex: number): number | undefined {
  const dataDir = process.env.E2E_DATA_DIRS?.split(",")[parallelIndex];
  const web = dataDir === undefined ? undefined : readStack(dataDir)?.processes.web;
  return web === undefined ? undefined : parentOf(web);
}
