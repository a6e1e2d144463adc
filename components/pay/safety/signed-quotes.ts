import { Mismatch } from "@/components/pay/safety/mismatch";
import { quoteTypedData } from "@/server/quotes/typed-data";
import type { ShownQuote } from "@/server/secure-payments/page/shown-schema";

/** Quotes whose signature was looked at and is the service's; each object for itself, so that no copy inherits it. */
const signed = new WeakSet<ShownQuote>();

/**
 * Looks who signed a quote and remembers it where that was `signer`, the service's quittance signer as the page was
 * drawn with it. What recovers a signature is loaded only here.
 */
export async function checkSignature(quote: ShownQuote, signer: string): Promise<void> {
  const { isHex, recoverTypedDataAddress } = await import("viem");
  const { signature } = quote;
  if (!isHex(signature)) return;
  const recovered = await recoverTypedDataAddress({ ...quoteTypedData(quote), signature }).catch(() => null);
  if (recovered?.toLowerCase() === signer.toLowerCase()) {
    for (const source of quote.sources) Object.freeze(source);
    Object.freeze(quote.sources);
    signed.add(Object.freeze(quote));
  }
}

/** Throws `Mismatch` for a quote that nobody has found to be signed by the service. */
export function requireSigned(quote: ShownQuote): void {
  if (!signed.has(quote)) throw new Mismatch("quote", "signed by this service", "not signed by it");
}
