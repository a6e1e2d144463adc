import { createPublicClient, createWalletClient, type Hash, type Hex, http, isAddress, isHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import type { Stack } from "@/local/running-stack/stack-file";
import { minedReceipt } from "@/server/chains/evm/mined";
import { readTransactionValue } from "@/server/chains/transaction-value";
import { call, demoOf } from "./shop";

const Calldata = z.object({
  transactions: z
    .array(
      z.object({
        to: z.string().refine(isAddress),
        data: z.string().refine((text): text is Hex => isHex(text)),
        value: z.unknown().transform(readTransactionValue).pipe(z.bigint()),
      }),
    )
    .min(1),
});

/**
 * Pays a request with the development account `payer`: asks for calldata, signs every transaction here and
 * hands it to the node. Resolves with the last transaction's hash once that one is mined.
 */
export async function pay(stack: Stack, requestId: string): Promise<Hash> {
  const { tenantA, accounts } = demoOf(stack);
  const sepolia = stack.networks.sepolia;
  const key = accounts.payer.privateKey;
  if (sepolia === undefined || !isHex(key)) throw new Error("no local Sepolia with a payer");
  const account = privateKeyToAccount(key);
  const path = `/v2/request/${requestId}/pay?wallet=${account.address}`;
  const { transactions } = Calldata.parse((await call(stack, tenantA.apiKey, path)).json);

  const transport = http(sepolia.rpcUrl);
  const node = createPublicClient({ transport, pollingInterval: 20 });
  const wallet = createWalletClient({ account, transport });
  let last: Hash = "0x";
  for (const { to, data, value } of transactions) {
    last = await wallet.sendTransaction({ to, data, value, chain: null });
    const { status } = await minedReceipt(node, last);
    if (status !== "success") throw new Error(`transaction ${last} was reverted`);
  }
  return last;
}
