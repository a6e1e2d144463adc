// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { InteractivePage } from "@/components/pay/page/interactive-page";
import { aReadyPage, FACTS } from "@/components/pay/testing/pages";
import { en } from "@/messages/en";
import { PATIENTLY } from "@/server/testing/patience";
import { walletSettings } from "@/wallet/testing/wallet-settings";

/** What the service answers when the page looks, and when the code of the wallets has arrived. */
const outside = vi.hoisted(() => ({ state: {} as object, loaded: Promise.resolve() }));
vi.mock("@/components/pay/api/ask-server", async (original) => ({
  ...(await original<object>()),
  readState: async () => outside.state,
}));
vi.mock("@/components/pay/page/session", async () => {
  await outside.loaded;
  return { Session: ({ isAsked }: { isAsked: boolean }) => <p>{isAsked ? "wallets" : "first view"}</p> };
});

// This browser of tests tells nothing of how the page came; what a link has left of its time is no matter here.
vi.mock("@/components/pay/flow/expiry", () => ({ useExpiry: () => {} }));

afterEach(cleanup);

test("a press while the page learns that its link has moved on is acted upon", async () => {
  const initial = aReadyPage();
  outside.state = { ...initial, facts: { ...FACTS, isOpenToAll: !FACTS.isOpenToAll } };
  let arrive = () => {};
  outside.loaded = new Promise((resolve) => {
    arrive = resolve;
  });
  const settings = walletSettings();
  const context = {
    token: "t",
    apiUrl: "",
    clientId: "c",
    drawn: null,
    quoteSigner: "0x",
    drawnAt: Date.now(),
  };
  render(
    <I18nProvider locale="en" messages={en}>
      <InteractivePage
        context={context}
        initial={initial}
        settings={settings}
        showsAddress={false}
        contact={null}
      >
        <p>drawn by the server</p>
      </InteractivePage>
    </I18nProvider>,
  );
  // As one who comes back to the page: it looks at once.
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  const button = () => screen.getByRole("button", { name: "Connect wallet" });
  expect(button().getAttribute("aria-disabled")).toBeNull();
  fireEvent.click(button());
  expect(button().getAttribute("aria-busy")).toBe("true");
  await act(async () => arrive());
  await vi.waitFor(() => expect(screen.queryByText("wallets")).not.toBeNull(), PATIENTLY);
});
