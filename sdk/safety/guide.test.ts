import type { Hex } from "viem";
import { expect, test, vi } from "vitest";
import { readGuide } from "@/components/docs/guides/read-guide";
import { compare, verifyQuittance } from "@/sdk/safety";
import { NETWORKS } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import { tokenById } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";

const guide = readGuide({ file: "docs/guides/own-checkout.md" });

/** The function of a code block, which imports from the package. */
function block<T>(mark: "compare" | "receipt", imports: typeof compare | typeof verifyQuittance): T {
  const { name } = imports;
  const [, code] = new RegExp(`^\`\`\`js ${mark}\\n(.*?)^\`\`\``, "ms").exec(guide) ?? [];
  const [imported = "", ...rest] = code?.split("\n") ?? [];
  expect(imported).toBe(`import { ${name} } from "quittance/safety";`);
  const [, made] = /export async function (\w+)/.exec(code ?? "") ?? [];
  const body = rest.join("\n").replace("export async function", "async function");
  return new Function(name, `${body}\nreturn ${made};`)(imports) as T;
}

const order = {
  amount: "10",
  payee: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  paymentReference: "0x0123456789abcdef",
};
const wallet = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

test("the checkout of the guide signs what was agreed, and nothing of a plan that says something else", async () => {
  type Pay = (plan: unknown, of: typeof order, by: string, send: (one: unknown) => void) => Promise<void>;
  const pay = block<Pay>("compare", compare);
  const sent = vi.fn();
  const plan = planOf(order);
  await pay(plan, order, wallet, sent);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ chainId: 11155111, value: 0n });
  await expect(pay(plan, { ...order, amount: "9" }, wallet, sent)).rejects.toThrow("not signed");
  await expect(pay({ ...plan, more: 1 }, order, wallet, sent)).rejects.toThrow("not signed");
  expect(sent).toHaveBeenCalledTimes(1);
});

/** What the API answers for this order where nothing has to be approved, built by its own code. */
function planOf({ amount, payee, paymentReference }: typeof order) {
  const { address = null } = tokenById("USDC-sepolia") ?? {};
  const { call } = paymentCalls(NETWORKS.sepolia).one({
    token: bytes(address ?? ""),
    payee: bytes(payee),
    amount: parseAmount(amount, 6),
    reference: bytes(paymentReference),
    fee: null,
  });
  const to = NETWORKS.sepolia.contracts.erc20FeeProxy?.address;
  return {
    transactions: [{ to, data: call.data, value: 0 }],
    metadata: { stepsRequired: 1, needsApproval: false, paymentTransactionIndex: 0 },
  };
}

const bytes = (text: string): Hex => `0x${text.slice(2)}`;

test("the shop of the guide takes no receipt that is none", async () => {
  const isPaid = block<(receipt: unknown, signer: string, node: string) => Promise<boolean>>(
    "receipt",
    verifyQuittance,
  );
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await isPaid({}, wallet, "http://127.0.0.1:1")).toBe(false);
  expect(said).toHaveBeenCalledWith("it is no receipt");
  said.mockRestore();
});
