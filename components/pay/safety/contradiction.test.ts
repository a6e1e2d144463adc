import { describe, expect, test } from "vitest";
import { formatMoney } from "@/components/i18n/format-amount";
import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import { leavingOf, sumsText } from "@/components/pay/money/sums";
import type { ProblemField } from "@/components/pay/safety/comparison";
import { contradictionIn } from "@/components/pay/safety/contradiction";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { manyCases } from "@/server/testing/long";
import { mutated, seeded } from "@/server/testing/mutate";

const THIEF = "0x7777777777777777777777777777777777777777";
const MUTATIONS = manyCases();

type Payable = Extract<PageState, { shown: unknown }>;

const payable = Object.entries(FIRST_STATES).filter(
  (entry): entry is [string, Payable] => "shown" in entry[1],
);

function copyOf(name: string): Payable {
  const [, page] = payable.find(([known]) => known === name) ?? [];
  if (!page) throw new Error(`no page ${name}`);
  return structuredClone(page);
}

/** The first of a list, which every example has. */
function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error("nothing there");
  return one;
}

describe("a page that says what it would have signed", () => {
  test.each(payable)("%s", (_, page) => {
    expect(contradictionIn(page)).toBeNull();
  });

  test("or that would have nothing signed", () => {
    for (const page of Object.values(FIRST_STATES)) expect(contradictionIn(page)).toBeNull();
  });
});

describe("a page that says something else", () => {
  const attacks: [string, ProblemField, (page: Payable) => void][] = [
    ["ready", "recipient", ({ shown }) => Object.assign(first(shown.legs).recipient, { address: THIEF })],
    ["ready", "recipient", ({ facts }) => Object.assign(first(facts.items), { recipient: THIEF })],
    [
      "ready",
      "recipient",
      ({ shown }) => Object.assign(first(shown.legs).recipient, { commitment: `0x${"00".repeat(32)}` }),
    ],
    ["ready", "amount", ({ shown }) => Object.assign(first(shown.legs), { amount: "1250500001" })],
    ["ready", "amount", ({ facts }) => Object.assign(first(facts.items), { amount: "1" })],
    [
      "ready",
      "reference",
      ({ shown }) => Object.assign(first(shown.legs), { reference: `0x${"ab".repeat(8)}` }),
    ],
    ["ready", "token", ({ shown }) => Object.assign(first(shown.legs), { currency: "USDT-base" })],
    ["ready", "token", ({ facts }) => Object.assign(first(facts.items), { decimals: 9 })],
    ["ready", "token", ({ facts }) => Object.assign(first(facts.items), { symbol: "DAI" })],
    ["ready", "network", ({ facts }) => Object.assign(facts.network, { name: "Sepolia" })],
    ["ready", "network", ({ facts }) => Object.assign(facts.network, { chainId: 1 })],
    ["ready", "network", ({ facts }) => Object.assign(facts.network, { isTestnet: true })],
    [
      "ready",
      "network",
      ({ facts }) => Object.assign(facts.network, { explorer: { addressPrefix: "javascript:alert(1)//" } }),
    ],
    ["ready", "network", ({ shown }) => Object.assign(shown, { network: "optimism" })],
    ["ready", "network", ({ shown }) => Object.assign(shown, { network: "__proto__" })],
    ["ready", "answer", ({ shown }) => Object.assign(shown, { kind: "batch" })],
    [
      "ready",
      "feeAmount",
      ({ shown }) => Object.assign(first(shown.legs), { fee: { amount: "1", address: THIEF } }),
    ],
    [
      "ready",
      "feeAmount",
      ({ shown }) => shown.legs.push({ ...first(shown.legs), role: "fee", reference: `0x${"ab".repeat(8)}` }),
    ],
    [
      "ready",
      "transactions",
      ({ shown }) => shown.legs.push({ ...first(shown.legs), reference: `0x${"ab".repeat(8)}` }),
    ],
    ["ready", "transactions", ({ shown }) => shown.legs.push({ ...first(shown.legs), item: 1 })],
    [
      "ready",
      "feeAmount",
      ({ shown }) => shown.legs.push({ ...first(shown.legs), role: "fee", currency: "ETH-base" }),
    ],
    [
      "ready-masked",
      "recipient",
      ({ shown }) => Object.assign(first(shown.legs).recipient, { commitment: null }),
    ],
    ["bundle", "recipient", ({ bundle }) => Object.assign(first(bundle?.rows ?? []), { recipient: THIEF })],
    ["bundle", "amount", ({ bundle }) => Object.assign(first(bundle?.rows ?? []), { amount: "1" })],
    ["bundle", "token", ({ bundle }) => Object.assign(first(bundle?.rows ?? []), { decimals: 8 })],
    [
      "bundle",
      "transactions",
      ({ bundle }) => Object.assign(first(bundle?.rows ?? []), { state: { kind: "paid" } }),
    ],
    ["bundle", "answer", (page) => Object.assign(page, { bundle: null })],
  ];

  test.each(attacks)("%s: another %s", (name, field, change) => {
    const page = copyOf(name);
    change(page);
    expect(contradictionIn(page)).toMatchObject({ field });
  });
});

test(`${MUTATIONS} random changes: what agrees is drawn as it is signed`, () => {
  const random = seeded(20_260_101);
  const refused = new Set<string>();
  for (let count = 0; count < MUTATIONS; count++) {
    const [, page] = payable[count % payable.length] ?? [];
    const changed = mutated(page, random) as PageState;
    if (typeof changed !== "object" || changed === null || !("shown" in changed)) continue;
    const problem = contradictionIn(changed);
    if (problem) refused.add(problem.field);
    else expectDrawnAsSigned(changed);
  }
  expect([...refused]).toEqual(
    expect.arrayContaining(["answer", "network", "token", "recipient", "amount", "reference"]),
  );
});

/** What stands on the page and on its button, worked out again from what would be signed alone. */
function expectDrawnAsSigned({ facts, shown, bundle }: Payable): void {
  const { name, chainId } = NETWORKS[shown.network];
  expect(facts.network).toMatchObject({ name, chainId });
  for (const { role, item, recipient } of shown.legs) {
    if (role !== "payment") continue;
    expect(facts.items[item]?.recipient).toBe(recipient.address);
    if (bundle)
      expect(bundle.rows.find(({ position }) => position === item)?.recipient).toBe(recipient.address);
  }
  const sums = new Map<string, bigint>();
  for (const { currency, amount, fee } of shown.legs) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount) + BigInt(fee?.amount ?? 0));
  }
  const signed = [...sums].map(([currency, units]) => {
    const token = tokenById(currency);
    return formatMoney(formatAmount(units, token?.decimals ?? 0), token?.symbol ?? "", "en");
  });
  expect(sumsText(leavingOf(facts, shown), "en")).toBe(signed.join(" + "));
}
