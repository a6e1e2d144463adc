import type { PageContext } from "@/components/pay/api/page-context";

/** The context of a page behind which no link stands. */
export const GALLERY_CONTEXT: PageContext = {
  token: "",
  apiUrl: "",
  clientId: "",
  drawn: null,
  quoteSigner: "",
  drawnAt: 0,
};
