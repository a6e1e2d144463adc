import { isAddressEqual, recoverTypedDataAddress } from "viem";
import type { Statement } from "@/server/ledger/closing/statement-schema";
import { statementTypedData } from "@/server/ledger/closing/typed-data";

/**
 * What is wrong with a statement, in words: that it was not signed by `signer` (by the one it names when absent), or that a
 * balance does not follow from the one before. The expected list is empty.
 */
export async function checkStatement(
  { message, signature, signer }: Statement,
  expected: string = signer,
): Promise<string[]> {
  const recovered = await recoverTypedDataAddress({ ...statementTypedData(message), signature });
  const problems: string[] = [];
  if (recovered.toLowerCase() !== expected.toLowerCase()) {
    problems.push(`signed by ${recovered}, not by ${expected}`);
  }
  if (!isAddressEqual(signer, recovered)) {
    problems.push(`names ${signer} as its signer, but ${recovered} signed it`);
  }
  for (const { account, wallet, currency, opening, received, sent, closing } of message.lines) {
    if (BigInt(opening) + BigInt(received) - BigInt(sent) === BigInt(closing)) continue;
    problems.push(
      `the balance of ${currency} in ${wallet || account} does not follow from what came and went`,
    );
  }
  return problems;
}
