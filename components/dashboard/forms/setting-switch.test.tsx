// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { createQueryClient } from "../api/query-client";
import { RoleProvider } from "../roles/role";
import { SettingSwitch } from "./setting-switch";

afterEach(cleanup);

/** What a save was asked for, and how its answer is given. */
interface Save {
  isOn: boolean;
  succeed: () => void;
  fail: (error: Error) => void;
}

function show(): { control: HTMLInputElement; saves: Save[]; store: (isOn: boolean) => void } {
  const saves: Save[] = [];
  const client = createQueryClient();
  const save = (isOn: boolean) => new Promise<void>((succeed, fail) => saves.push({ isOn, succeed, fail }));
  const page = (isOn: boolean) => (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RoleProvider value="developer">
          <SettingSwitch operation="updateWebhook" label="Active: a webhook" isOn={isOn} save={save} />
        </RoleProvider>
      </ToastProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(page(true));
  return { control: screen.getByRole("switch"), saves, store: (isOn) => rerender(page(isOn)) };
}

test("a switch shows a press at once, before the service has heard of it", () => {
  const { control } = show();
  // As in a browser: `fireEvent` would wait for what comes after the press.
  control.click();
  expect(control.checked).toBe(false);
});

test("a switch goes back when the service refuses, and says why", async () => {
  const { control, saves } = show();
  fireEvent.click(control);
  await waitFor(() => expect(saves).toHaveLength(1));
  await act(async () => saves[0]?.fail(new Error("Not now")));
  await waitFor(() => expect(control.checked).toBe(true));
  expect(screen.getAllByText(/Not now/).length).toBeGreaterThan(0);
});

test("two presses are saved in their order, and the last one is shown meanwhile", async () => {
  const { control, saves, store } = show();
  fireEvent.click(control);
  fireEvent.click(control);
  expect(control.checked).toBe(true);
  await waitFor(() => expect(saves.map(({ isOn }) => isOn)).toEqual([false]));
  store(false);
  await act(async () => saves[0]?.succeed());
  await waitFor(() => expect(saves.map(({ isOn }) => isOn)).toEqual([false, true]));
  expect(control.checked).toBe(true);
  store(true);
  await act(async () => saves[1]?.succeed());
  await waitFor(() => expect(control.checked).toBe(true));
});

test("whoever cannot change the setting reads it", () => {
  render(
    <RoleProvider value="finance">
      <SettingSwitch operation="updateWebhook" label="Active: a webhook" isOn save={async () => {}} />
    </RoleProvider>,
  );
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.queryByText("On")).not.toBeNull();
});
