import type { Answer, Quittance } from "@/sdk/index";

const WAIT_S = 1;

type Body = Answer<"get", "/v2/events">["events"][number]["body"];

/** The events of an account from a moment on, read over the API. */
export interface Announced {
  /** Those of a request so far. */
  of(requestId: string): Body[];
  /** Until a request has so many; `meanwhile` runs before each look. Throws after `withinMs`. */
  until(requestId: string, count: number, meanwhile?: () => Promise<unknown>): Promise<void>;
}

/** Listens from now on. */
export async function listen(client: Quittance, now: () => number, withinMs: number): Promise<Announced> {
  const { next } = await client.events.read({ after: Number.MAX_SAFE_INTEGER, limit: 1 });
  let position = next;
  const heard: Body[] = [];
  const of = (requestId: string) => heard.filter((body) => body.requestId === requestId);
  return {
    of,
    async until(requestId, count, meanwhile) {
      for (const end = now() + withinMs; of(requestId).length < count; ) {
        if (now() > end) {
          const names = of(requestId).map(({ event }) => event);
          throw new Error(
            `Of request ${requestId} only ${names.join(", ") || "nothing"} was told; see the worker's log.`,
          );
        }
        await meanwhile?.();
        const page = await client.events.read({ after: position, wait: WAIT_S });
        position = page.next;
        heard.push(...page.events.map(({ body }) => body));
      }
    },
  };
}
