import { describeCalldata } from "@/components/pay/safety/calldata/describe";
import { addressOf, type Expectation } from "@/components/pay/safety/expected";
import { Mismatch } from "@/components/pay/safety/mismatch";
import type { OfferedTransaction } from "@/components/pay/safety/offered";
import { recipientCommitment } from "@/server/chains/recipient-commitment";

/**
 * Whom each transfer reaches, in full. A hidden recipient is read from the calldata and has to fit what was promised
 * about it; all others are the ones that are shown. Throws `Mismatch`.
 */
export function recipientsOf(expectation: Expectation, payment: OfferedTransaction): string[] {
  return namedRecipients(expectation, () => recipientsInCall(expectation, payment));
}

/** The same where recipients stand by their references in something else, which is read only where one is hidden. */
export function namedRecipients(
  { network, transfers }: Expectation,
  read: () => ReadonlyMap<string, string>,
): string[] {
  if (transfers.every(({ leg }) => leg.recipient.commitment === null)) {
    return transfers.map(({ leg }) => addressOf(network, "recipient", leg.recipient.address));
  }
  const named = read();
  return transfers.map(({ leg, reference }) => {
    const { address, commitment } = leg.recipient;
    if (commitment === null) return addressOf(network, "recipient", address);
    const recipient = named.get(reference.toLowerCase());
    if (recipient === undefined) throw new Mismatch("reference", reference, "none such");
    if (recipientCommitment(network.family, reference, recipient) !== commitment) {
      throw new Mismatch("recipient", address, "another address");
    }
    return recipient;
  });
}

/** Recipients in calldata by the reference that goes with each. */
function recipientsInCall(
  { network, contract }: Expectation,
  { to, data }: OfferedTransaction,
): Map<string, string> {
  if (to.toLowerCase() !== contract.address.toLowerCase()) {
    throw new Mismatch("contract", contract.address, to);
  }
  const named = new Map<string, string>();
  try {
    let last = "";
    for (const { meaning, value } of describeCalldata(network, contract, data).arguments) {
      if (meaning === "recipient") last = value;
      if (meaning === "reference") named.set(value.toLowerCase(), last);
    }
  } catch {
    // What cannot be read pays nobody; the decoder's own words say nothing to a payer.
    throw new Mismatch("calldata", "a readable call", "an unreadable one");
  }
  return named;
}
