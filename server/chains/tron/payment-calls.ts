import { encodeFunctionData, maxUint256, zeroAddress } from "viem";
import { erc20BatchAbi } from "@/contracts/abis";
import { tronToHex20 } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { type Call, erc20Payment, type ProxyPayment } from "@/server/chains/evm/calldata";
import type { PaymentCalls } from "@/server/chains/evm/payment-calls";
import type { TronNetwork } from "@/server/chains/networks";

const SUN_PER_TRX = 1_000_000n;
/** Sensible limits (onchain.md §12); a batch needs more, the network allows 15,000 TRX. */
const APPROVAL_FEE_LIMIT = 100n * SUN_PER_TRX;
const PAYMENT_FEE_LIMIT = 300n * SUN_PER_TRX;
const FEE_LIMIT_PER_BATCHED = 60n * SUN_PER_TRX;
const HIGHEST_FEE_LIMIT = 15_000n * SUN_PER_TRX;

/** Energy with recipients that never held the token, which costs most; nodes estimate better where they can. */
const ENERGY_PLAIN = 170_000n;
const ENERGY_BATCH = 200_000n;
const ENERGY_PER_BATCHED = 180_000n;
const ENERGY_APPROVAL = 35_000n;

/** With more, a transaction runs into the 80 ms that the network gives it. */
const MAX_BATCHED = 120;

/** Bytes of a transaction beside its calldata: raw data, one signature, and what the network reserves for a result. */
const BYTES_AROUND_DATA = 310n;

/** Payments on Tron: the fee proxy and ERC20BatchPayments; approvals for all there is, once (TR-03). */
export function tronPaymentCalls({ contracts }: TronNetwork): PaymentCalls {
  return {
    one: (payment) => {
      const spender = tronToHex20(contracts.erc20FeeProxy.address);
      const call = erc20Payment(spender, { ...payment, token: tokenAddress(payment) });
      return { call, spender, gas: ENERGY_PLAIN, feeLimit: PAYMENT_FEE_LIMIT };
    },
    many: (payments) => {
      if (!contracts.batch) throw new Error("the network has no batch contract");
      const spender = tronToHex20(contracts.batch.address);
      const count = BigInt(payments.length);
      const feeLimit = PAYMENT_FEE_LIMIT + FEE_LIMIT_PER_BATCHED * count;
      return {
        call: batchPayment(spender, payments),
        spender,
        gas: ENERGY_BATCH + ENERGY_PER_BATCHED * count,
        feeLimit: feeLimit < HIGHEST_FEE_LIMIT ? feeLimit : HIGHEST_FEE_LIMIT,
      };
    },
    maxPayments: MAX_BATCHED,
    takers: [contracts.erc20FeeProxy, contracts.batch].flatMap((contract) =>
      contract ? tronToHex20(contract.address) : [],
    ),
    approval: { allowanceFor: () => maxUint256, gas: ENERGY_APPROVAL, feeLimit: APPROVAL_FEE_LIMIT },
    bytesOf: ({ data }) => BYTES_AROUND_DATA + BigInt(data.length / 2 - 1),
  };
}

/** One token has a function of its own, which costs less. All or nothing. */
function batchPayment(batch: Hex, payments: readonly ProxyPayment[]): Call {
  const tokens = payments.map(tokenAddress);
  const [token = zeroAddress, ...others] = new Set(tokens);
  const recipients = payments.map(({ payee }) => payee);
  const amounts = payments.map(({ amount }) => amount);
  const references = payments.map(({ reference }) => reference);
  const fees = payments.map(({ fee }) => fee?.amount ?? 0n);
  const receiver = feeReceiver(payments);
  const data =
    others.length === 0
      ? encodeFunctionData({
          abi: erc20BatchAbi,
          functionName: "batchERC20PaymentsWithReference",
          args: [token, recipients, amounts, references, fees, receiver],
        })
      : encodeFunctionData({
          abi: erc20BatchAbi,
          functionName: "batchERC20PaymentsMultiTokensWithReference",
          args: [tokens, recipients, amounts, references, fees, receiver],
        });
  return { to: batch, data, value: 0n };
}

/** The contract knows one receiver for all fees. */
function feeReceiver(payments: readonly ProxyPayment[]): Hex {
  const [receiver = zeroAddress, ...others] = new Set(payments.flatMap(({ fee }) => fee?.address ?? []));
  if (others.length > 0) throw new Error("a batch pays fees to one address only");
  return receiver;
}

function tokenAddress({ token }: ProxyPayment): Hex {
  if (token === null) throw new Error("TRX cannot be paid with a reference: no proxy takes it");
  return token;
}
