// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { InWallet } from "@/components/pay/steps/in-wallet";
import { en } from "@/messages/en";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(isSettling: boolean) {
  const onBack = vi.fn();
  render(
    <I18nProvider locale="en" messages={en}>
      <InWallet isSettling={isSettling} onBack={onBack} />
    </I18nProvider>,
  );
  return onBack;
}
const late = () => act(() => vi.advanceTimersByTime(60_000));

test("a wallet that never answers: after a minute the page says where to look, and offers no second payment", () => {
  show(false);
  expect(screen.queryByRole("status")).toBeNull();
  late();
  expect(screen.getByRole("status").textContent).toMatch(/^Your wallet has not answered yet\. Look there/);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a permission that never comes: after a minute the payer may begin again", () => {
  const onBack = show(true);
  expect(screen.queryByRole("button")).toBeNull();
  late();
  expect(screen.getByRole("status").textContent).toMatch(/^It takes longer than usual/);
  screen.getByRole("button", { name: "Begin again" }).click();
  expect(onBack).toHaveBeenCalledOnce();
});
