import type { PageFacts } from "@/server/secure-payments/page/page-schema";

/** When the last of a payment arrived; null where nothing has. */
export function paidAtOf({ transfers }: Pick<PageFacts, "transfers">): string | null {
  return (
    transfers
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? null
  );
}
