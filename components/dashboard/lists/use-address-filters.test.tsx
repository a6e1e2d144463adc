// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAddressFilters } from "./use-address-filters";

/** The router of Next tells of an address when it has time. */
const router = vi.hoisted(() => ({ query: "", tell: [] as (() => void)[] }));
vi.mock("next/navigation", async () => {
  const { useSyncExternalStore } = await import("react");
  const subscribe = (listener: () => void) => {
    router.tell.push(listener);
    return () => router.tell.splice(router.tell.indexOf(listener), 1);
  };
  return {
    usePathname: () => "/list",
    useSearchParams: () =>
      new URLSearchParams(
        useSyncExternalStore(
          subscribe,
          () => router.query,
          () => router.query,
        ),
      ),
  };
});

const codec = {
  read: (query: URLSearchParams) => ({ a: query.get("a") ?? "", b: query.get("b") ?? "" }),
  write: ({ a, b }: { a: string; b: string }) =>
    new URLSearchParams([...(a && [["a", a]]), ...(b && [["b", b]])] as string[][]).toString(),
};

function List() {
  const [filters, change] = useAddressFilters(codec);
  return (
    <>
      {(["a", "b"] as const).map((name) => (
        <input
          key={name}
          type="checkbox"
          aria-label={name}
          checked={filters[name] !== ""}
          onChange={({ target }) => change({ [name]: target.checked ? "1" : "" })}
        />
      ))}
    </>
  );
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const shown = () => [box("a").checked, box("b").checked];

async function routerTells(query: string): Promise<void> {
  router.query = query;
  await act(async () => {
    for (const tell of [...router.tell]) tell();
  });
}

beforeEach(() => {
  router.query = "";
  window.history.replaceState(null, "", "/list");
  render(<List />);
});
afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", "/");
});

test("a filter shows what was chosen at once, before the router tells of the address", () => {
  box("a").click();
  expect(shown()).toEqual([true, false]);
});

test("two filters that are chosen one right after the other both count, and neither turns back", async () => {
  box("a").click();
  box("b").click();
  expect(window.location.search).toBe("?a=1&b=1");
  expect(shown()).toEqual([true, true]);
  await routerTells("a=1");
  expect(shown()).toEqual([true, true]);
  await routerTells("a=1&b=1");
  expect(shown()).toEqual([true, true]);
});

test("a link to another view ends what was chosen", async () => {
  box("a").click();
  await routerTells("b=1");
  expect(shown()).toEqual([false, true]);
});
