import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { nameRefundAddress, openRefundLink } from "@/server/requests/refunds/links/name-address";
import {
  AddressNamed,
  NameAddressBody,
  RefundLinkOpened,
  RefundLinkPath,
} from "@/server/requests/refunds/links/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "openRefundLink",
      summary: "Read what is sent back, as its payer; the token is the credential",
      tags: ["Requests"],
      auth: [],
      params: RefundLinkPath,
      status: 200,
      returns: RefundLinkOpened,
      errors: ["refund_link_not_found"],
    },
    ({ ctx, params }) => openRefundLink(ctx, params.token),
  ),
  POST: route(
    {
      operationId: "nameRefundAddress",
      summary: "Name the address that money goes back to, once; the token is the credential",
      tags: ["Requests"],
      auth: [],
      params: RefundLinkPath,
      body: NameAddressBody,
      status: 200,
      returns: AddressNamed,
      errors: ["refund_link_not_found", "refund_link_used", "refund_address_rejected", "unavailable"],
    },
    ({ ctx, params, body }) => nameRefundAddress(ctx, params.token, body),
  ),
});
