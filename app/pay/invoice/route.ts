import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { pageDownload } from "@/server/http/pages/page-download";
import { invoiceOfLink } from "@/server/invoices/of-link";

const Query = z.strictObject({ token: z.string().max(100) });

/** The invoice of a link as a PDF file, for the page that says it is paid. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: pageDownload(Query, ({ token }, ctx) => invoiceOfLink(ctx, token)),
});
