import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canMeasure } from "@/server/testing/processor-time/process-tree";
import { runLanes, type Step, summaryOf } from "./lanes";

const node = (name: string, program: string): Step => ({ name, command: [process.execPath, "-e", program] });

test("every line is printed after the name of its step, whichever stream it went to", async () => {
  const lines: string[] = [];
  const both = node("both", "console.log('out'); console.error('in trouble'); process.stdout.write('cut')");
  await runLanes([[both], [node("a longer name", "console.log('beside')")]], (line) => lines.push(line));
  expect(lines.toSorted()).toEqual([
    "a longer name | beside",
    "both          | cut",
    "both          | in trouble",
    "both          | out",
  ]);
});

test("a lane ends at its first step that fails, and the others go on", async () => {
  const results = await runLanes(
    [
      [node("build", "process.exit(3)"), node("e2e", "")],
      [node("unit", ""), node("after", "")],
    ],
    () => {},
  );
  expect(results.map(({ name, code }) => [name, code])).toEqual([
    ["build", 3],
    ["e2e", null],
    ["unit", 0],
    ["after", 0],
  ]);
  expect(summaryOf(results).map((line) => line.replace(/\d+ s.*/, "… s"))).toEqual([
    "build  failed, … s",
    "e2e    not run",
    "unit   passed, … s",
    "after  passed, … s",
  ]);
});

test("lanes run beside each other", async () => {
  const lines: string[] = [];
  // The first is told to end by the second: one after the other they would wait for ever.
  const directory = mkdtempSync(join(tmpdir(), "quittance-lanes-"));
  const flag = JSON.stringify(join(directory, "flag"));
  const waiting = `const { existsSync } = require("fs"); const look = () => existsSync(${flag}) ? console.log("seen") : setTimeout(look, 10); look();`;
  const telling = `require("fs").writeFileSync(${flag}, "")`;
  await runLanes([[node("waits", waiting)], [node("tells", telling)]], (line) => lines.push(line));
  rmSync(directory, { recursive: true });
  expect(lines).toEqual(["waits | seen"]);
});

test("a step that a signal ends has failed", async () => {
  const [result] = await runLanes([[node("killed", "process.kill(process.pid, 'SIGKILL')")]], () => {});
  expect(result).toMatchObject({ code: 1 });
});

test.runIf(canMeasure())("the processor time of a step is that of its processes", async () => {
  // It asks seldom: to be told takes longer than to count, and that is no time of its own.
  const busy = "while (process.cpuUsage().user < 1_300_000) for (let i = 0; i < 10_000_000; i++);";
  const results = await runLanes([[node("idle", "")], [node("busy", busy)]], () => {});
  const [idle = 0, used = 0] = results.map(({ processorSeconds }) => processorSeconds);
  expect(used).toBeGreaterThan(idle);
  expect(summaryOf(results)[1]).toMatch(/^busy {2}passed, \d+ s, [1-9]\d* s of processor time$/);
});
