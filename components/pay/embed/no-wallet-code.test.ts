import { expect, test } from "vitest";
import { importsOf, readSources } from "@/server/testing/source-files";

/** What connects wallets and has them sign, by packages. */
const WALLET_PACKAGE =
  /^(?:wagmi|@wagmi\/|@rainbow-me\/|@tronweb3\/|@walletconnect\/|@reown\/|@safe-global\/|tronweb)/;

/** Ask nodes alone, for the check of a signed receipt. */
const READERS = new Set(["wallet/evm/read-client.ts", "wallet/evm/chains.ts"]);

const FILES = new Map(
  readSources(["app", "components", "server", "wallet", "messages"]).map((file) => [file.path, file]),
);

/** Every file and package that the browser may be sent for this one, by whatever way it is imported. */
function reachedFrom(path: string): Set<string> {
  const reached = new Set<string>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const file = FILES.get(next);
    for (const { target } of file ? importsOf(file) : []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}

const codeOfWallets = (path: string) =>
  [...reachedFrom(path)].filter(
    (one) => (one.startsWith("wallet/") && !READERS.has(one)) || WALLET_PACKAGE.test(one),
  );

test("nothing that a frame is sent connects a wallet or asks one for a signature", () => {
  expect(reachedFrom("components/pay/embed/embedded-page.tsx")).toContain(
    "components/pay/page/first-view.tsx",
  );
  expect(codeOfWallets("components/pay/embed/embedded-page.tsx")).toEqual([]);
});

test("on the page that is not framed the same search finds them", () => {
  expect(codeOfWallets("components/pay/page/interactive-page.tsx")).toContain("wallet/connection.ts");
});
