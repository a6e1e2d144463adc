import { expect, test } from "vitest";
import { EVM_DESCRIPTORS } from "@/server/chains/descriptors/all";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import { readSources, SOURCE_FOLDERS } from "@/server/testing/source-files";

/** What has to be written for a new network. */
const DESCRIPTORS = /^server\/chains\/(?:descriptors\/|server-facts\.ts$)/;

/** Code that names networks because it needs examples of them: tests, demonstrations and the examples of pages. */
const EXAMPLES =
  /\.(test|suite)\.tsx?$|^(bench|e2e|local|scripts|sim|stubs)\/|\/(examples|gallery|testing|test-wallet)\/|^db\/seed\.ts$/;

/** Made from the published API, which is made from the descriptors. */
const GENERATED = /^sdk\/generated\//;

/** Other files that name a network, each for its reason. None of them has to be changed for a new one. */
const NAMED_FOR_A_REASON: Record<string, string> = {
  "components/pay/flow/announce.ts":
    "what is paid on a network without a name on the wire is announced with the first",
  "components/pay/names/recipient-name.tsx": "names of recipients (ENS) are kept on Ethereum",
  "components/pay/page/session-view.tsx": "names of recipients (ENS) are kept on Ethereum",
  "contracts/chain-setup.ts":
    "tokens of local chains have the quirks of the real ones; without any they are plain",
  "server/chains/development-accounts.ts": "one account of local chains has tokens on one network alone",
  "server/chains/networks.ts": "the published API lists the names of source networks in an order of its own",
  "server/payer-access/decide-access.ts": "wallets of a link over several networks are looked up on Ethereum",
  "server/prices/connect.ts": "price feeds of three networks are read first; the others follow by themselves",
  "server/providers/offramp/bridge-xyz/transfer.ts":
    "the networks that the bank's provider takes, as it names them",
  "server/providers/offramp/provider.ts": "the networks that payments to bank accounts may begin on (CF-13)",
  "server/secure-payments/wire/intent-schema.ts":
    "every name that the published API has taken; those of ours are added by themselves",
  "server/webhooks/announcing/placeholders.ts": "examples of events",
};

test("names of networks stand in the descriptors, and elsewhere only for a reason", () => {
  const names = Object.values(EVM_DESCRIPTORS).flatMap(({ id, sourceChain }) => [id, sourceChain ?? id]);
  // Where a name is a key without quotes. `base` is a word of its own.
  const keys = Object.keys(EVM_DESCRIPTORS).filter((id) => /^\w+$/.test(id) && id !== "base");
  const naming = new RegExp(`"(${names.join("|")})"|^\\s*(${keys.join("|")}):`, "m");
  const found = readSources(SOURCE_FOLDERS)
    .filter(({ path, text }) => !DESCRIPTORS.test(path) && naming.test(text))
    .map(({ path }) => path)
    .filter((path) => !EXAMPLES.test(path) && !GENERATED.test(path));
  expect(found).toEqual(Object.keys(NAMED_FOR_A_REASON).sort());
});

test("every descriptor is listed under its own ID, and its other half is in the same order", () => {
  const ids = Object.keys(EVM_DESCRIPTORS);
  expect(Object.values(EVM_DESCRIPTORS).map(({ id }) => id)).toEqual(ids);
  expect(Object.keys(SERVER_FACTS)).toEqual(ids);
});
