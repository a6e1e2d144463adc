// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { RunningSession } from "@/components/pay/schedule/running/running-session";
import { en } from "@/messages/en";
import { walletSettings } from "@/wallet/testing/wallet-settings";
import type { Wallet } from "@/wallet/wallet";

const asked = vi.hoisted(() => ({ sign: vi.fn(), wallet: {} as Partial<Wallet> }));
vi.mock("@/components/pay/schedule/running/sign-for-schedules", () => ({ signForSchedules: asked.sign }));
vi.mock("@/wallet/connection", () => {
  const connected = { wallet: asked.wallet, chainId: 1 };
  return {
    connection: () => connected,
    noConnection: () => connected,
    onConnection: () => () => {},
    disconnectWallet: () => {},
  };
});

afterEach(cleanup);

const settings = walletSettings();

test("who goes back from a wallet that does not answer is shown no list that comes later, until they ask again", async () => {
  Object.assign(asked.wallet, { family: "evm", address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" });
  const answers: ((schedules: []) => void)[] = [];
  asked.sign.mockImplementation(() => new Promise<[]>((resolve) => answers.push(resolve)));
  render(
    <I18nProvider locale="en" messages={en}>
      <RunningSession settings={settings} announce={() => {}} />
    </I18nProvider>,
  );
  const sign = () => screen.getByRole("button", { name: en["schedule.running.sign"] as string });
  fireEvent.click(sign());
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  await act(async () => answers[0]?.([]));
  fireEvent.click(sign());
  screen.getByRole("heading", { name: "Confirm in your wallet" });
  await act(async () => answers[1]?.([]));
  expect(screen.queryByRole("button", { name: en["schedule.running.sign"] as string })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Confirm in your wallet" })).toBeNull();
});
