import type { Drawn } from "@/components/pay/flow/same-payment";

/** What the page was drawn with and keeps as long as it is open: where its own calls go, and what was shown first. */
export interface PageContext {
  token: string;
  /** Base URL of the API; empty where it has the page's own origin. */
  apiUrl: string;
  /** The page's own client ID (D-18). */
  clientId: string;
  /** The payment as the server drew it; null where it told none. Nobody may exchange it under the payer's eyes. */
  drawn: Drawn | null;
  /** Address that signs the service's quotes. */
  quoteSigner: string;
  /** When the server drew it, milliseconds since 1970: by its clock, which the payer's need not agree with. */
  drawnAt: number;
}
