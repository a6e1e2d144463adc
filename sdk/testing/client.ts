import { createCall, type Settings } from "@/sdk/client/call";
import { ownEnvironment } from "@/sdk/client/environment";
import { eventsOf } from "@/sdk/resources/events";
import { methodsOf } from "@/sdk/resources/methods";
import { requestsOf } from "@/sdk/resources/requests";

/** A client whose pauses take no time; they are listed in `pauses`, in ms. */
export function aClient(baseUrl: string, settings: Partial<Settings> = {}) {
  const pauses: number[] = [];
  const environment = settings.environment ?? {
    ...ownEnvironment(),
    random: () => 1,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      pauses.push(ms);
    },
  };
  const call = createCall({
    baseUrl,
    credentials: { apiKey: "sk_test" },
    timeoutMs: 10_000,
    maxRetries: 4,
    maxPauseMs: 60_000,
    environment,
    ...settings,
  });
  const methods = methodsOf(call, environment);
  return { call, requests: requestsOf(methods), events: eventsOf(methods), pauses };
}

/** What a payment request is created with; `reference` tells one from the others. */
export const aRequest = (reference: string) => ({
  amount: "10",
  invoiceCurrency: "USDC-sepolia",
  paymentCurrency: "USDC-sepolia",
  payee: "0x1111111111111111111111111111111111111111",
  reference,
});
