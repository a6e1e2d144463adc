import { MutationCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./api-failure";

/** Known from the first view on, because the page comes with it. */
export const DESTINATION_KEY = ["destination"];

const FRESH_MS = 2_000;
const MAX_RETRIES = 2;

/** The dashboard's memory of what it has read. One per signed-in merchant, so that nobody sees another's. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // What the service refuses it will refuse again; only a lost connection is worth another try.
        retry: (count, error) => !(error instanceof ApiFailure && error.status < 500) && count < MAX_RETRIES,
      },
    },
    // A change may show anywhere: on Home, in a list, in a count.
    mutationCache: new MutationCache({ onSuccess: () => client.invalidateQueries() }),
  });
  return client;
}
