// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { greetHost, tellHost } from "@/components/pay/embed/host";

const SHOP = "https://shop.example";
const ANSWER = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} });

let told: [string, string][];
let parent: Window;
let onAnswer: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  told = [];
  onAnswer = vi.fn<() => void>();
  // What a frame has of the page around it.
  parent = { postMessage: (text: string, origin: string) => told.push([text, origin]) } as unknown as Window;
  vi.spyOn(window, "parent", "get").mockReturnValue(parent as never);
});
afterEach(() => vi.restoreAllMocks());

/** A message as a browser delivers it. */
const hear = (
  data: unknown,
  { origin = SHOP, source = parent }: { origin?: string; source?: unknown } = {},
) => window.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));

test("the page around the frame is greeted at its origin alone, and answers once", () => {
  greetHost(SHOP, onAnswer);
  expect(told).toEqual([
    [JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ec.ready", params: { delegate: [] } }), SHOP],
  ]);
  hear(ANSWER);
  hear(ANSWER);
  expect(onAnswer).toHaveBeenCalledTimes(1);
});

test.each([
  ["of another origin", ANSWER, { origin: "https://shop.example.evil.example" }],
  ["of the same origin by another port", ANSWER, { origin: `${SHOP}:8443` }],
  ["of no origin", ANSWER, { origin: "null" }],
  ["of another window of the shop", ANSWER, { source: {} }],
  ["of no window", ANSWER, { source: null }],
  ["that is an object", JSON.parse(ANSWER), {}],
  ["that is no JSON", `${ANSWER}}`, {}],
  ["to another question", JSON.stringify({ jsonrpc: "2.0", id: 2, result: {} }), {}],
  ["that asks for something", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ec.pay" }), {}],
  ["that is an error", JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -1 } }), {}],
  ["that is too long", `${ANSWER}${" ".repeat(2_000)}`, {}],
  ["that is nothing", "null", {}],
] as const)("an answer %s counts for nothing", (_, data, how) => {
  greetHost(SHOP, onAnswer);
  hear(data, how);
  expect(onAnswer).not.toHaveBeenCalled();
});

test("a flood of messages does nothing, before the answer and after it", () => {
  const removed = vi.spyOn(window, "removeEventListener");
  greetHost(SHOP, onAnswer);
  for (let n = 0; n < 10_000; n++) hear(`{"jsonrpc":"2.0","id":${n + 2},"result":{}}`);
  expect(onAnswer).not.toHaveBeenCalled();
  hear(ANSWER);
  expect(removed).toHaveBeenLastCalledWith("message", expect.any(Function));
  for (let n = 0; n < 10_000; n++) hear(ANSWER);
  expect(onAnswer).toHaveBeenCalledTimes(1);
  expect(told).toHaveLength(1);
});

test("nothing is said where the page stands by itself", () => {
  vi.spyOn(window, "parent", "get").mockReturnValue(window as never);
  greetHost(SHOP, onAnswer)();
  tellHost(SHOP, { method: "ec.complete" });
  expect(told).toEqual([]);
});

test("what is told names no payment and nothing to act upon", () => {
  tellHost(SHOP, { method: "ec.start" });
  tellHost(SHOP, { method: "ec.complete" });
  tellHost(SHOP, { method: "ec.error", params: { error: { code: "invalid_state_error" } } });
  expect(told.map(([text]) => JSON.parse(text))).toEqual([
    { jsonrpc: "2.0", method: "ec.start", params: {} },
    { jsonrpc: "2.0", method: "ec.complete", params: {} },
    { jsonrpc: "2.0", method: "ec.error", params: { error: { code: "invalid_state_error" } } },
  ]);
  expect(new Set(told.map(([, origin]) => origin))).toEqual(new Set([SHOP]));
});
