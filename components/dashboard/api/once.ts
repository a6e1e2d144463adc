import { randomId } from "@/components/ui/random-id";

/** Makes sure that what somebody sends once more, because they never heard the answer, is created once. */
export interface Once {
  /** Headers of the call that creates this. The same until it is known to be created or something is changed. */
  headersFor: (body: unknown) => Record<string, string>;
  /** It is created: the same once more is another one. */
  done: () => void;
}

/** One for each form that creates. */
export function createOnce(): Once {
  let last: { text: string; key: string } | null = null;
  return {
    headersFor(body) {
      const text = JSON.stringify(body);
      if (last?.text !== text) last = { text, key: randomId() };
      return { "idempotency-key": last.key };
    },
    done() {
      last = null;
    },
  };
}
