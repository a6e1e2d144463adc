import {
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  http,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { erc20Abi, erc20FeeProxyAbi } from "@/contracts/abis";
import type { Quittance } from "@/sdk/index";
import { chainAt } from "@/server/chains/evm/chain-at";
import { minedReceipt } from "@/server/chains/evm/mined";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";

/** The account that pays, and the node that it sends to: never the one that is made to fail. */
export interface Payer {
  network: EvmNetworkId;
  rpcUrl: string;
  privateKey: Hex;
}

/** What a payment differs in from the one that the service asks for. */
export interface ChangedPayment {
  /** Base units. */
  units?: bigint;
  token?: Hex;
}

/** A payment as the service handed it out, which can be sent at any later time, also changed. */
export interface PreparedPayment {
  /** Base units that are asked for. */
  units: bigint;
  /** Sends it and waits until it is mined. Throws where it reverts. */
  send(change?: ChangedPayment): Promise<Hex>;
}

/** Takes the transactions that pay a request now, as any payer does. Throws for a payment that is no transfer of one token. */
export async function preparePayment(
  client: Quittance,
  requestId: string,
  payer: Payer,
): Promise<PreparedPayment> {
  const account = privateKeyToAccount(payer.privateKey);
  const answer = await client.requests.pay(requestId, { wallet: account.address });
  const transactions =
    "transactions" in answer && Array.isArray(answer.transactions) ? answer.transactions : [];
  const last: unknown = transactions.at(-1);
  const { to, data } = last as { to: Hex; data: Hex };
  const { functionName, args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data });
  if (functionName !== "transferFromWithReferenceAndFee") throw new Error("It is not paid by one token.");
  const [asked, payee, units, reference, fee, feeAddress] = args;
  const chain = chainAt(EVM_NETWORKS[payer.network], payer.rpcUrl);
  const transport = http(payer.rpcUrl);
  const wallet = createWalletClient({ account, chain, transport });
  const node = createPublicClient({ chain, transport, pollingInterval: 50 });
  const mined = async (hash: Hex) => {
    const { status } = await minedReceipt(node, hash);
    if (status !== "success") throw new Error(`Transaction ${hash} reverted.`);
    return hash;
  };
  return {
    units,
    async send({ units: sent = units, token = asked } = {}) {
      const allowance = await node.readContract({
        ...{ address: token, abi: erc20Abi },
        ...{ functionName: "allowance", args: [account.address, to] },
      });
      if (allowance < sent + fee) {
        const approve = { functionName: "approve", args: [to, 2n ** 255n] } as const;
        await mined(await wallet.writeContract({ address: token, abi: erc20Abi, ...approve }));
      }
      const call = encodeFunctionData({
        ...{ abi: erc20FeeProxyAbi, functionName },
        args: [token, payee, sent, reference, fee, feeAddress],
      });
      return mined(await wallet.sendTransaction({ to, data: call }));
    },
  };
}
