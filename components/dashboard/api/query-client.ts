import { MutationCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./api-failure";

/** Known from the first view on, because the page comes with it. */
export const DESTINATION_KEY = ["destination"];

const FRESH_MS = 2_000;
const MAX_RETRIES = 2;
/** A browser that thinks it is offline may reach a service on this machine; one that cannot says so at once. */
const NETWORK_MODE = "always";

/** The dashboard's memory of what it has read. One per signed-in merchant, so that nobody sees another's. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: NETWORK_MODE,
        // What the service refuses it will refuse again; only a lost connection is worth another try.
        retry: (count, error) => !(error instanceof ApiFailure && error.status < 500) && count < MAX_RETRIES,
      },
      mutations: { networkMode: NETWORK_MODE },
    },
    // A change may show anywhere: on Home, in a list, in a count.
    mutationCache: new MutationCache({ onSuccess: () => client.invalidateQueries() }),
  });
  return client;
}
