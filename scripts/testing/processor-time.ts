import { z } from "zod";

/** Processor seconds of the steps of `npm test`, and of each file of tests. */
export const ProcessorTime = z.object({
  steps: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.number()),
});
export type ProcessorTime = z.infer<typeof ProcessorTime>;

const Note = z.object({ file: z.string(), seconds: z.number() });

/** Two runs of the same file differ by as much: one of several, and one of few seconds. */
const NOISE = { share: 0.5, seconds: 3 };
/** A file that is new and takes less is not worth a line. */
const LARGE_SECONDS = 5;
const LARGEST = 10;

/** The seconds of each file from the notes of a run, a line each; those of a file that ran in several parts together. */
export function filesOf(notes: string): Record<string, number> {
  const files: Record<string, number> = {};
  for (const line of notes.split("\n").filter(Boolean)) {
    const { file, seconds } = Note.parse(JSON.parse(line));
    files[file] = (files[file] ?? 0) + seconds;
  }
  return files;
}

/**
 * Lines that say where the processor time went, and which files take more than they did when `stored` was measured. That
 * may have been on another machine: what all files have in common, by their median, is its speed.
 */
export function processorTimeReport(now: ProcessorTime, stored: ProcessorTime | undefined): string[] {
  if (Object.keys(now.files).length === 0) return ["This system tells no processor time of processes."];
  const files = Object.entries(now.files).sort(([, a], [, b]) => b - a);
  const kinds = sumsBy(now.files, kindOf);
  const line = (seconds: number, name: string, before: number | undefined) =>
    `${seconds.toFixed(0).padStart(6)} s  ${name}${before === undefined ? "" : ` (stored: ${before.toFixed(0)} s)`}`;
  const of = (group: Record<string, number>, before: Record<string, number> | undefined) =>
    Object.entries(group).map(([name, seconds]) => line(seconds, name, before?.[name]));
  return [
    "Processor time of the steps",
    ...of(now.steps, stored?.steps),
    "of the tests by kind",
    ...of(kinds, stored && sumsBy(stored.files, kindOf)),
    `of the ${Math.min(LARGEST, files.length)} largest of ${files.length} files`,
    ...files.slice(0, LARGEST).map(([name, seconds]) => line(seconds, name, stored?.files[name])),
    ...(stored ? grownLines(now, stored) : ["Nothing is stored to compare it with: npm test -- --store"]),
  ];
}

function grownLines(now: ProcessorTime, stored: ProcessorTime): string[] {
  const speed = speedOf(now, stored);
  const grown = Object.entries(now.files).flatMap(([file, seconds]) => {
    const before = stored.files[file];
    if (before === undefined)
      return seconds > LARGE_SECONDS ? [`  ${file}: ${seconds.toFixed(1)} s, new`] : [];
    const expected = before * speed;
    const isGrown = seconds > expected * (1 + NOISE.share) && seconds > expected + NOISE.seconds;
    return isGrown ? [`  ${file}: ${seconds.toFixed(1)} s, ${expected.toFixed(1)} s expected`] : [];
  });
  const machine = `this machine takes ${speed.toFixed(2)} times as long as the one of the stored figures`;
  return [
    grown.length === 0 ? `No file takes more than before; ${machine}.` : `These take more; ${machine}:`,
    ...grown,
  ];
}

/** How much longer this machine takes, by the files that take long enough to tell. */
function speedOf(now: ProcessorTime, stored: ProcessorTime): number {
  const ratios = Object.entries(now.files)
    .flatMap(([file, seconds]) => {
      const before = stored.files[file] ?? 0;
      return before >= 1 ? [seconds / before] : [];
    })
    .sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 1;
}

function kindOf(file: string): string {
  if (file.endsWith(".spec.ts")) return "journeys";
  if (/\.test\.tsx?$/.test(file)) return `unit tests of ${file.split("/", 1)[0]}/`;
  return "shared by unit tests";
}

function sumsBy(
  files: Readonly<Record<string, number>>,
  key: (file: string) => string,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [file, seconds] of Object.entries(files)) sums[key(file)] = (sums[key(file)] ?? 0) + seconds;
  return sums;
}
