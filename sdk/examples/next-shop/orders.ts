/** Stands for the shop's database. */
const PRICES: Readonly<Record<string, string>> = { "INV-1": "25", "INV-2": "40" };
const fulfilled = new Map<string, string>();

/** What an order costs, in USDC; null where there is none. The price is the shop's own, and never the page's. */
export const priceOf = (orderId: string): string | null =>
  Object.hasOwn(PRICES, orderId) ? (PRICES[orderId] ?? null) : null;

export const isFulfilled = (paymentId: string | null): boolean =>
  paymentId !== null && fulfilled.has(paymentId);

/** Sends the goods of an order and remembers the payment. A database does both in one transaction. */
export function markFulfilled(orderId: string, paymentId: string): void {
  fulfilled.set(paymentId, orderId);
}

/** The orders whose goods were sent. */
export const fulfilledOrders = (): string[] => [...fulfilled.values()];
