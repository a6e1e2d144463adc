import { expect, test } from "vitest";
import { confirmationsWords } from "./confirmations-words";

test("says every tier, the last one for all that is above", () => {
  expect(
    confirmationsWords(
      [
        { upToUsd: "100", confirmations: 1 },
        { upToUsd: "10000", confirmations: 12 },
        { upToUsd: null, confirmations: "final" },
      ],
      "",
    ),
  ).toBe("up to 100 USD: 1 confirmation; up to 10000 USD: 12 confirmations; above: once final");
});

test("says what holds where there are none, and for any amount", () => {
  expect(confirmationsWords(null, "As each network asks for.")).toBe("As each network asks for.");
  expect(confirmationsWords([{ upToUsd: null, confirmations: 3 }], "")).toBe("any amount: 3 confirmations");
});
