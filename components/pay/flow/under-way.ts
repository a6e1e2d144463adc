import { readState } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { hasWaiting, newestBlock } from "@/components/pay/chain/chain";
import { networkOf, payingNetworkOf } from "@/components/pay/flow/flow-facts";
import type { Flow, Payer } from "@/components/pay/flow/flow-state";

/** How often the service is asked whether it has read up to the newest block, and how long between, ms. */
const LOOKS = 20;
const PAUSE_MS = 1_000;

/**
 * Whether a payment that a wallet was asked for before, without an answer, was not sent: no transaction of the wallet
 * waits for a block, and the service has read every block up to now without it. False where nobody can tell.
 */
export async function isNothingUnderWay(context: PageContext, flow: Flow, payer: Payer): Promise<boolean> {
  const paying = payingNetworkOf(flow);
  const own = networkOf(flow);
  if (!paying || !own) return false;
  try {
    if (await hasWaiting(paying.id, payer.address)) return false;
    const head = await newestBlock(own.id);
    for (let look = 0; look < LOOKS; look++) {
      const page = await readState(context, payer.address);
      const hasRead = "watchedTo" in page && page.watchedTo !== null;
      // Tron has no head that a browser may ask for: the service is given its time.
      if (hasRead && (head === null ? look > 4 : BigInt(page.watchedTo ?? 0) >= head)) return true;
      // It is seen, or somebody else has paid: what is asked next tells.
      if (!("shown" in page)) return true;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } catch {
    // Nobody answers: then nobody can say that nothing was sent.
  }
  return false;
}
