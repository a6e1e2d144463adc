import { createConfig } from "ponder";
import { parseAbi } from "viem";

/** The payments that one fee proxy writes, from the first block of a chain to the last that is asked for. */
export default createConfig({
  database: { kind: "postgres", connectionString: process.env.DATABASE_URL },
  chains: { measured: { id: Number(process.env.CHAIN_ID), rpc: process.env.NODE_URL } },
  contracts: {
    FeeProxy: {
      chain: "measured",
      abi: parseAbi([
        "event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)",
      ]),
      address: `0x${process.env.FEE_PROXY?.slice(2)}`,
      startBlock: 0,
      endBlock: Number(process.env.LAST_BLOCK),
    },
  },
});
