// @vitest-environment happy-dom

import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { EmbeddedPage } from "@/components/pay/embed/embedded-page";
import { withoutWayBack } from "@/components/pay/embed/without-way-back";
import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import { aReadyPage } from "@/components/pay/testing/pages";
import { en } from "@/messages/en";
import type { PageState } from "@/server/secure-payments/page/page-schema";

const SHOP = "https://shop.example";
const LINK = "https://pay.example/pay/?token=t";

/** What the service answers when the page looks. */
const outside = vi.hoisted(() => ({ state: {} as object }));
vi.mock("@/components/pay/api/ask-server", async (original) => ({
  ...(await original<object>()),
  readState: async () => outside.state,
}));
// This browser of tests tells nothing of how the page came; what a link has left of its time is no matter here.
vi.mock("@/components/pay/flow/expiry", () => ({ useExpiry: () => {} }));

let told: { method: string }[];
let parent: Window;
beforeEach(() => {
  told = [];
  parent = { postMessage: (text: string) => told.push(JSON.parse(text)) } as unknown as Window;
  vi.spyOn(window, "parent", "get").mockReturnValue(parent as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(initial: PageState, host: string | null = SHOP) {
  outside.state = initial;
  const context = {
    token: "t",
    apiUrl: "",
    clientId: "c",
    drawn: null,
    quoteSigner: "0x",
    drawnAt: Date.now(),
  };
  return render(
    <I18nProvider locale="en" messages={en}>
      <EmbeddedPage context={context} initial={withoutWayBack(initial)} host={host} linkUrl={LINK} />
    </I18nProvider>,
  );
}

/** As a shop's page does that heard `ec.ready`. */
const answer = () =>
  act(async () => {
    const data = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} });
    window.dispatchEvent(Object.assign(new Event("message"), { data, origin: SHOP, source: parent }));
  });
/** As one who comes back to the page: it looks at once. */
const look = () => act(async () => document.dispatchEvent(new Event("visibilitychange")));
const methods = () => told.map(({ method }) => method).filter((method) => method !== "quittance.resize");

test("a wallet has a window of its own, which does not know the frame and which the shop does not know", () => {
  open(aReadyPage());
  const link = screen.getByRole("link", { name: "Pay with a browser wallet" });
  expect(link.getAttribute("href")).toBe(`${LINK}&lang=en`);
  expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noopener noreferrer"]);
  expect(screen.getByRole("img", { name: "QR code of this page" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Connect/ })).toBeNull();
});

test("once it is paid the shop is told to look, once", async () => {
  open(aReadyPage());
  expect(methods()).toEqual(["ec.ready"]);
  await answer();
  expect(methods()).toEqual(["ec.ready", "ec.start"]);
  outside.state = paid();
  await look();
  await look();
  expect(methods()).toEqual(["ec.ready", "ec.start", "ec.complete"]);
  expect(screen.getByRole("heading", { name: "Payment successful" })).toBeTruthy();
  expect(screen.queryByText(en["pay.done.already"])).toBeNull();
  expect(JSON.stringify(told)).not.toMatch(/0x|"t"|token|amount/);
});

test("a shop that answers late is told what it missed", async () => {
  open(paid());
  expect(screen.getByText(en["pay.done.already"])).toBeTruthy();
  await answer();
  expect(methods()).toEqual(["ec.ready", "ec.start", "ec.complete"]);
});

test("nobody is told anything where the page around it may not show the link", async () => {
  open(paid(), null);
  await answer();
  expect(told).toEqual([]);
});

test("Escape reaches a dialog around the frame", async () => {
  open(aReadyPage());
  await answer();
  act(() => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })));
  expect(methods()).toContain("quittance.close");
});

test("a paid link offers no way back into the frame, and its receipt opens outside", () => {
  open({ ...paid(), redirect: { url: "https://shop.example/thanks", label: "Back to the shop" } });
  expect(screen.queryByRole("link", { name: "Back to the shop" })).toBeNull();
  const receipt = screen.getByRole("link", { name: en["pay.done.receipt"] });
  receipt.addEventListener("click", (event) => event.preventDefault());
  receipt.click();
  expect([receipt.getAttribute("target"), receipt.getAttribute("rel")]).toEqual([
    "_blank",
    "noopener noreferrer",
  ]);
});

describe("every state of a link stands in a frame", () => {
  test.each(Object.entries(FIRST_STATES))("%s", async (_, page) => {
    open(page);
    await answer();
    expect(document.body.textContent).not.toBe("");
    expect(screen.queryByRole("button", { name: /Connect|^Pay / })).toBeNull();
  });
});

function paid() {
  const page = FIRST_STATES["already-paid"];
  if (page?.kind !== "paid") throw new Error("the gallery has no paid link");
  return page;
}
