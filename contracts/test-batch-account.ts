import { parseAbi } from "viem";

/**
 * Where local chains have `contracts/src/test/TestBatchAccount.sol`: what the Test wallet's account delegates itself to
 * (EIP-7702) to carry out several calls or none. No real chain has anything there.
 */
export const TEST_BATCH_ACCOUNT = "0x7702000000000000000000000000000000005792";

export const testBatchAccountAbi = parseAbi([
  "struct Call { address to; uint256 value; bytes data; }",
  "function execute(Call[] calls)",
]);
