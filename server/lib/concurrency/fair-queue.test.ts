import { expect, test } from "vitest";
import { FairQueue, QueueFull } from "@/server/lib/concurrency/fair-queue";

/** Work that says when it is done, and what was done in which order. */
function aQueue(mostOfOwner: number) {
  const queue = new FairQueue(mostOfOwner);
  const done: string[] = [];
  let running = 0;
  const add = (owner: string, name: string) =>
    queue.run(owner, async () => {
      expect(++running).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(name);
      return name;
    });
  return { queue, done, add };
}

test("owners take turns, one piece of work at a time", async () => {
  const { done, add } = aQueue(10);
  const many = ["a1", "a2", "a3", "a4"].map((name) => add("a", name));
  const others = [add("b", "b1"), add("c", "c1"), add("b", "b2")];
  expect(await Promise.all([...many, ...others])).toEqual(["a1", "a2", "a3", "a4", "b1", "c1", "b2"]);
  expect(done).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("an owner has no more than its share, and gets it back; a failure stops nobody", async () => {
  const { queue, add } = aQueue(2);
  const failing = expect(
    queue.run("a", async () => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
  const second = add("a", "a2");
  await expect(add("a", "a3")).rejects.toThrow(QueueFull);
  await expect(add("b", "b1")).resolves.toBe("b1");
  await failing;
  await expect(second).resolves.toBe("a2");
  await expect(add("a", "a4")).resolves.toBe("a4");
});
