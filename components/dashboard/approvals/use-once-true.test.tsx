// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useOnceTrue } from "./use-once-true";

test("stays true after it was, so that a key that is told once can be read", () => {
  const { result, rerender } = renderHook(({ is }) => useOnceTrue(is), { initialProps: { is: false } });
  expect(result.current).toBe(false);
  rerender({ is: true });
  expect(result.current).toBe(true);
  rerender({ is: false });
  expect(result.current).toBe(true);
});
