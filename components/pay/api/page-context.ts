import type { PageFee } from "@/server/secure-payments/page/multicall-schema";
import type { PageItem } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** What a payer has been shown of a payment: what is left to pay, and everything the link asks for. */
export interface Drawn {
  shown: ShownPayment;
  items: readonly PageItem[];
  fees: readonly PageFee[];
}

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
