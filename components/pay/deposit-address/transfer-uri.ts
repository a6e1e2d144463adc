import type { DepositAddress } from "@/components/pay/safety/deposit-address";

/**
 * A plain transfer as a wallet reads it from a QR code (EIP-681): network, token, address and amount. Null on Tron, for which
 * there is no such form. Everything in it was checked: there is nothing to escape.
 */
export function transferUri({ network, token, address, amount }: DepositAddress): string | null {
  if (network.family !== "evm") return null;
  return `ethereum:${token.address}@${network.chainId}/transfer?address=${address}&uint256=${amount}`;
}
