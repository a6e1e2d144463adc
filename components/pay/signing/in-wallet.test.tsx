// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { InWallet } from "@/components/pay/signing/in-wallet";
import { en } from "@/messages/en";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(props: ComponentProps<typeof InWallet>) {
  render(
    <I18nProvider locale="en" messages={en}>
      <InWallet {...props} />
    </I18nProvider>,
  );
}
const late = () => act(() => vi.advanceTimersByTime(60_000));
const press = (name: string) => screen.getByRole("button", { name }).click();

test("a wallet that never answers: after a minute the page says where to look, and offers no second payment", () => {
  show({ doing: "signing" });
  expect(screen.queryByRole("status")).toBeNull();
  screen.getByText(/To go back, say no there\.$/);
  late();
  expect(screen.getByRole("status").textContent).toMatch(/^Your wallet has not answered yet\. Look there/);
  expect(screen.queryByRole("button")).toBeNull();
});

test("where the chain tells whether it has paid: after a minute it can be asked again", () => {
  const onAskAgain = vi.fn();
  show({ doing: "signing", onAskAgain });
  expect(screen.queryByRole("button")).toBeNull();
  late();
  press("Ask my wallet again");
  expect(onAskAgain).toHaveBeenCalledOnce();
});

test("asked for a permission: back at any time", () => {
  const onBack = vi.fn();
  show({ doing: "signing", onBack });
  press("Back");
  expect(onBack).toHaveBeenCalledOnce();
  late();
  expect(screen.getByRole("status").textContent).toMatch(/Nothing has been paid\.$/);
});

test("a permission that never comes: after a minute the payer may begin again", () => {
  const onBack = vi.fn();
  show({ doing: "settling", onBack });
  expect(screen.queryByRole("button")).toBeNull();
  late();
  expect(screen.getByRole("status").textContent).toMatch(/^It takes longer than usual/);
  press("Begin again");
  expect(onBack).toHaveBeenCalledOnce();
});

test("while the payment is checked once more nobody is asked to confirm, and the payer may go back", () => {
  const onBack = vi.fn();
  show({ doing: "checking", onBack });
  expect(screen.queryByText("Confirm in your wallet")).toBeNull();
  screen.getByText("One last check");
  late();
  expect(screen.queryByRole("status")).toBeNull();
  press("Back");
  expect(onBack).toHaveBeenCalledOnce();
});
