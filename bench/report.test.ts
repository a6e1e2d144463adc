import { expect, test } from "vitest";
import { effortOf, printReport } from "@/bench/report";

test("samples are small only where --quick asks for it", () => {
  expect(effortOf(["links", "--quick"])).toEqual({ quick: true });
  expect(effortOf(["links"])).toEqual({ quick: false });
});

test("a figure is printed with what its rounds lay between, and with its grade", () => {
  const lines: string[] = [];
  const written = process.stdout.write;
  process.stdout.write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  try {
    const goal = { better: "more", goal: 0.5, stretch: 0.9 } as const;
    printReport({
      name: "n",
      figures: [{ what: "a ÷ b", value: 0.7, unit: "", goal, spread: { low: 0.61, high: 0.8 } }],
    });
  } finally {
    process.stdout.write = written;
  }
  expect(lines.join("")).toBe("n\n  a ÷ b: 0.70 (0.61 to 0.80) (goal)\n");
});
