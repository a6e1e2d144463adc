import { expect, test } from "vitest";
import { inParallel } from "@/server/lib/concurrency/in-parallel";

test("everything is done, never more at once than asked for, and a failure keeps nobody from ending", async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const work = async (item: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (item === 3) throw new Error("three");
    done.push(item);
  };
  const items = Array.from({ length: 20 }, (_, index) => index);
  await expect(inParallel(items, 4, work)).rejects.toThrow("three");
  expect(most).toBe(4);
  expect(done.sort((a, b) => a - b)).toEqual(items.filter((item) => item !== 3));
});
