// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "disableIframePageLoading": true, "disableJavaScriptFileLoading": true, "handleDisabledFileLoadingAsSuccess": true } }

import nodeConsole from "node:console";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { QuittanceCheckout } from "@/embed/react";
import { repositoryRoot } from "@/repository-root";

const SCRIPT = readFileSync(join(repositoryRoot(), "public", "embed.js"), "utf8");
const SERVICE = "https://pay.example";
const TOKEN = "01J8ZC0FFEE0000000000TOKEN";

/** What a shop's page hears of an element, in its order. */
let heard: [string, unknown][];
/** What the frame is told. */
let told: [string, string][];
let inside: Window;
let element: HTMLElement;
let frame: HTMLIFrameElement;

beforeAll(() => {
  const script = Object.assign(document.createElement("script"), { src: `${SERVICE}/embed.js` });
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  // biome-ignore lint/security/noGlobalEval: the file as it is served, run as a browser runs it
  window.eval(SCRIPT);
});

beforeEach(() => {
  vi.useFakeTimers();
  // This browser of tests loads no frames, and says so each time.
  vi.spyOn(nodeConsole, "error").mockImplementation(() => {});
  [heard, told] = [[], []];
  element = document.createElement("quittance-checkout");
  element.setAttribute("token", TOKEN);
  element.innerHTML = `<a href="${SERVICE}/pay?token=${TOKEN}">Pay</a>`;
  for (const type of ["start", "complete", "error"]) {
    element.addEventListener(type, (event) =>
      heard.push([type, event instanceof CustomEvent ? event.detail : undefined]),
    );
  }
  document.body.append(element);
  frame = frameOf(element);
});
afterEach(() => {
  element.remove();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function frameOf(of: Element): HTMLIFrameElement {
  const found = of.shadowRoot?.querySelector("iframe");
  if (!found) throw new Error("no frame");
  inside = { postMessage: (text: string, origin: string) => told.push([text, origin]) } as unknown as Window;
  vi.spyOn(found, "contentWindow", "get").mockReturnValue(inside as never);
  return found;
}

const hear = (data: unknown, { origin = SERVICE, source = inside as unknown } = {}) =>
  window.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
const say = (method: string, params: object = {}) => hear(JSON.stringify({ jsonrpc: "2.0", method, params }));

test("is at most 5 kB, loads nothing, keeps nothing and writes no markup", () => {
  expect(Buffer.byteLength(SCRIPT)).toBeLessThanOrEqual(5_000);
  expect(SCRIPT).not.toMatch(
    /\b(?:import|fetch|XMLHttpRequest|eval|Function\(|innerHTML|outerHTML|insertAdjacentHTML|cookie|localStorage|sessionStorage)\b/,
  );
});

test("shows the page for frames of the origin that it came from, which may open windows and take nothing away", () => {
  const url = new URL(frame.src);
  expect([url.origin, url.pathname]).toEqual([SERVICE, "/pay/embed"]);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    token: TOKEN,
    host: window.location.origin,
    lang: "",
    theme: "",
  });
  const sandbox = frame.getAttribute("sandbox")?.split(" ") ?? [];
  expect(sandbox.filter((right) => right.includes("top-navigation"))).toEqual([]);
  expect(sandbox).toContain("allow-popups-to-escape-sandbox");
});

test("a token that is no token stays a value of the address", () => {
  element.setAttribute("token", `x&host=https://evil.example#"><script>`);
  const url = new URL(element.shadowRoot?.querySelector("iframe")?.src ?? "");
  expect([url.origin, url.pathname, url.searchParams.getAll("host")]).toEqual([
    SERVICE,
    "/pay/embed",
    [window.location.origin],
  ]);
});

test("answers the frame that is ready, passes on what it says, and grows with it", () => {
  hear(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ec.ready", params: { delegate: [] } }));
  expect(told).toEqual([[JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }), SERVICE]]);
  say("ec.start");
  say("quittance.resize", { height: 812 });
  say("ec.complete");
  expect(heard).toEqual([
    ["start", null],
    ["complete", null],
  ]);
  expect(frame.style.height).toBe("812px");
});

describe("counts for nothing:", () => {
  const complete = JSON.stringify({ jsonrpc: "2.0", method: "ec.complete", params: {} });
  test.each([
    ["a message of another origin", complete, { origin: "https://pay.example.evil.example" }],
    ["one of the same host by another port", complete, { origin: `${SERVICE}:8443` }],
    ["one of another frame of the service", complete, { source: {} }],
    ["one of no window", complete, { source: null }],
    ["an object", JSON.parse(complete), {}],
    ["no JSON", "{", {}],
    ["another protocol", JSON.stringify({ jsonrpc: "1.0", method: "ec.complete" }), {}],
    ["null", "null", {}],
    ["an unknown method", JSON.stringify({ jsonrpc: "2.0", method: "constructor" }), {}],
    ["more than a message has", complete + " ".repeat(1_000), {}],
  ] as const)("%s", (_, data, how) => {
    hear(data, how);
    expect([heard, told]).toEqual([[], []]);
  });

  test("a flood of them", () => {
    for (let n = 0; n < 10_000; n++) hear(complete, { source: {} });
    expect([heard, told]).toEqual([[], []]);
  });

  test("whatever comes after the element has gone", () => {
    element.remove();
    say("ec.complete");
    expect(heard).toEqual([]);
  });
});

test.each([
  [-5, "200px"],
  [1e9, "3000px"],
  ["999px;position:fixed", "200px"],
  [null, "200px"],
])("a height of %s is %s", (height, px) => {
  say("quittance.resize", { height });
  expect(frame.style.height).toBe(px);
});

test.each([
  ["invalid_state_error", "invalid_state_error"],
  ["<img onerror=alert(1)>", "unknown"],
  ["x".repeat(41), "unknown"],
])("an error of the code %s is told as %s", (code, known) => {
  say("ec.error", { error: { code } });
  expect(heard).toEqual([["error", { code: known }]]);
});

test("a frame that never starts makes room for what stands inside the element, and comes back when it does", () => {
  const slot = element.shadowRoot?.querySelector("slot");
  expect([frame.style.display, slot?.style.display]).toEqual(["block", "none"]);
  vi.advanceTimersByTime(20_000);
  expect(heard).toEqual([["error", { code: "timeout_error" }]]);
  expect([frame.style.display, slot?.style.display]).toEqual(["none", "contents"]);
  say("ec.start");
  expect([frame.style.display, slot?.style.display]).toEqual(["block", "none"]);
});

test("the React component is told the same, by handlers that may change", () => {
  const [first, second, onError] = [vi.fn(), vi.fn(), vi.fn()];
  const src = `${SERVICE}/embed.js`;
  const checkout = (onComplete: () => void) => (
    <QuittanceCheckout
      src={src}
      token={TOKEN}
      lang="ar"
      theme="dark"
      onComplete={onComplete}
      onError={onError}
    >
      <a href={`${SERVICE}/pay?token=${TOKEN}`}>Pay</a>
    </QuittanceCheckout>
  );
  const { container, rerender, unmount } = render(checkout(first));
  rerender(checkout(second));
  expect(document.querySelectorAll(`script[src="${src}"]`)).toHaveLength(1);
  const drawn = container.querySelector("quittance-checkout");
  if (!drawn) throw new Error("nothing drawn");
  expect(Object.fromEntries(new URL(frameOf(drawn).src).searchParams)).toMatchObject({
    lang: "ar",
    theme: "dark",
  });
  say("ec.complete");
  say("ec.error", { error: { code: "invalid_state_error" } });
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  expect(onError).toHaveBeenCalledWith("invalid_state_error");
  unmount();
  say("ec.complete");
  expect(second).toHaveBeenCalledTimes(1);
});
