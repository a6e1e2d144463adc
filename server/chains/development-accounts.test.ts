import { toHex } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { DEVELOPMENT_MNEMONIC, developmentAccount } from "@/server/chains/development-accounts";

test.each([0, 1, 6, 9, 19])("account %i is the one of the development mnemonic", (position) => {
  const account = mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: position });
  expect(developmentAccount(position)).toMatchObject({
    address: account.address,
    privateKey: toHex(account.getHdKey().privateKey ?? new Uint8Array()),
  });
});
