import { expect, test } from "vitest";
import { EndpointHealth } from "@/sim/model/endpoint-health";

const DAY_MS = 86_400_000;

/** An account whose receiver fails so often, over so many days. */
function failing(attempts: number, days: number): EndpointHealth {
  const health = new EndpointHealth();
  for (let i = 0; i < attempts; i++)
    health.failed("shop", `event ${i}`, (i * days * DAY_MS) / (attempts - 1));
  return health;
}

test("an endpoint may be switched off after ten failures over five days, and not before", () => {
  expect(failing(10, 5).isOff("shop")).toBe(true);
  expect(failing(9, 5).isOff("shop")).toBe(false);
  expect(failing(10, 4).isOff("shop")).toBe(false);
  expect(failing(10, 5).isOff("another shop")).toBe(false);
});

test("a receiver may miss what was tried ten times, and anything after its endpoint was off", () => {
  const health = new EndpointHealth();
  for (let i = 0; i < 9; i++) health.failed("shop", "event", i);
  expect(health.mayMiss("shop", "event")).toBe(false);
  health.failed("shop", "event", 9);
  expect(health.mayMiss("shop", "event")).toBe(true);
  expect(health.mayMiss("shop", "another event")).toBe(false);
  health.isOff("shop");
  expect(health.mayMiss("shop", "another event")).toBe(true);
});
