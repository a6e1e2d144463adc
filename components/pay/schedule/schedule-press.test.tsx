// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { SCHEDULE_STATES } from "@/components/pay/gallery/schedule-states";
import { SchedulePage } from "@/components/pay/schedule/schedule-page";
import { en } from "@/messages/en";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { PATIENTLY } from "@/server/testing/patience";
import { walletSettings } from "@/wallet/testing/wallet-settings";

/** What the service answers when the page looks, and when the code of the wallets has arrived. */
const outside = vi.hoisted(() => ({ answer: {} as object, loaded: Promise.resolve() }));
vi.mock("@/components/pay/api/ask-server", async (original) => ({
  ...(await original<object>()),
  ask: async () => Response.json(outside.answer),
}));
vi.mock("@/components/pay/page/use-loaded-session", async (original) => {
  const { useLoadedSession } = await original<typeof import("@/components/pay/page/use-loaded-session")>();
  type Load = Parameters<typeof useLoadedSession>[0];
  const waiting = new Map<Load, Load>();
  return {
    useLoadedSession: (load: Load) => {
      const late = waiting.get(load) ?? (() => outside.loaded.then(load));
      waiting.set(load, late);
      return useLoadedSession(late);
    },
  };
});

afterEach(cleanup);

const settings = walletSettings();
const [running] = Object.values(SCHEDULE_STATES).flatMap(({ page }) =>
  page?.kind === "schedule" && page.status === "active" ? [page] : [],
);

const button = () => screen.getByRole("button", { name: /^Connect wallet/ });
const wallets = () => screen.queryByRole("heading", { name: en["pay.connect.title"] as string });

/** A page that finds that its schedule has moved on; what it gives lets the code of the wallets arrive. */
async function movedOn(from: PageSchedule["status"], to: PageSchedule["status"]) {
  if (!running) throw new Error("the gallery has no running schedule");
  const drawn: PageSchedule = { ...running, status: from };
  outside.answer = { ...running, status: to };
  let arrive = () => {};
  outside.loaded = new Promise((resolve) => {
    arrive = resolve;
  });
  render(
    <I18nProvider locale="en" messages={en}>
      <SchedulePage drawn={drawn} settings={settings} contact={null}>
        <p>drawn by the server</p>
      </SchedulePage>
    </I18nProvider>,
  );
  // As one who comes back to the page: it looks at once.
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  return async () => {
    await act(async () => arrive());
    await vi.waitFor(() => expect(screen.queryByText("drawn by the server")).toBeNull(), PATIENTLY);
  };
}

test("a press while the page learns that its schedule has moved on is acted upon", async () => {
  const arrive = await movedOn("active", "paused");
  expect(button().getAttribute("aria-disabled")).toBeNull();
  fireEvent.click(button());
  expect(button().getAttribute("aria-busy")).toBe("true");
  await arrive();
  expect(wallets()).not.toBeNull();
});

test.each([
  ["active", "paused"],
  ["pending", "active"],
] as const)(
  "a press that begins while it is %s and ends when it is %s is on one button, and acted upon",
  async (from, to) => {
    const arrive = await movedOn(from, to);
    const pressed = button();
    pressed.focus();
    await arrive();
    expect(button()).toBe(pressed);
    expect(document.activeElement).toBe(pressed);
    fireEvent.click(pressed);
    await vi.waitFor(() => expect(wallets()).not.toBeNull(), PATIENTLY);
  },
);
