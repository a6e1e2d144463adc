import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type Translator, translator } from "@/components/i18n/translator";

/** Test texts have keys of their own, which the typed signature does not know. */
type Untyped = ((key: string, values?: Record<string, unknown>) => string) & {
  rich(key: string, values?: Record<string, unknown>): React.ReactNode;
};
const untyped = (t: Translator) => t as unknown as Untyped;

const dictionary = {
  "x.plain": "Connect wallet",
  "x.pay": "Pay {amount} on {network}",
  "x.count": { one: "{count} payment", other: "{count} payments" },
  "x.arabic": {
    zero: "٠",
    one: "١",
    two: "٢",
    few: "few {count}",
    many: "many {count}",
    other: "other {count}",
  },
};

describe("a text", () => {
  const t = untyped(translator("en", dictionary));

  test("takes its values", () => {
    expect(t("x.plain")).toBe("Connect wallet");
    expect(t("x.pay", { amount: "1,000 USDC", network: "Base" })).toBe("Pay 1,000 USDC on Base");
  });

  test("follows the number", () => {
    expect(t("x.count", { count: 1 })).toBe("1 payment");
    expect(t("x.count", { count: 2500 })).toBe("2,500 payments");
    const arabic = untyped(translator("ar", dictionary));
    expect(
      [0, 1, 2, 3, 11, 100].map((count) => arabic("x.arabic", { count }).replace(/[\u2068\u2069]/g, "")),
    ).toEqual(["٠", "١", "٢", "few 3", "many 11", "other 100"]);
  });

  test("that nobody wrote shows its key", () => {
    expect(t("x.missing")).toBe("x.missing");
  });
});

describe("what a merchant wrote", () => {
  const HOSTILE = `<img src=x onerror=alert(1)> {amount} $& \u202e`;

  test("stays text, is not read as a placeholder, and is not markup", () => {
    const t = untyped(translator("en", dictionary));
    expect(t("x.pay", { amount: "1", network: HOSTILE })).toBe(`Pay 1 on ${HOSTILE}`);
    const html = renderToStaticMarkup(t.rich("x.pay", { amount: "1", network: <bdi>{HOSTILE}</bdi> }));
    expect(html).toContain("<bdi>&lt;img src=x onerror=alert(1)&gt; {amount}");
    expect(html).not.toContain("<img");
  });

  test("does not turn a right-to-left sentence around", () => {
    const t = untyped(translator("ar", dictionary));
    expect(t("x.pay", { amount: "1", network: "Base" })).toBe("Pay \u20681\u2069 on \u2068Base\u2069");
  });
});
