import { beforeEach } from "vitest";
import type { Bench } from "./bench";

/** Each test of the file finds the chain as it was before the one ahead of it. */
export function revertAfterEach(bench: () => Bench): void {
  beforeEach(async () => {
    const { chain } = bench();
    const snapshot = await chain.snapshot();
    return () => chain.revert(snapshot);
  });
}
