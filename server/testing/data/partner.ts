import { PUT as putKyt } from "@/app/v1/client-id-links/[clientIdId]/kyt/route";
import { DELETE as leave } from "@/app/v1/client-id-links/[clientIdId]/route";
import { POST as completeIntent, GET as readIntent } from "@/app/v1/client-id-links/intents/[token]/route";
import { GET as listOwnLinks } from "@/app/v1/client-id-links/route";
import {
  DELETE as deleteBranding,
  GET as getBranding,
  PATCH as patchBranding,
  POST as postBranding,
} from "@/app/v2/orchestrators/branding/route";
import { GET as getIntents, POST as postIntent } from "@/app/v2/orchestrators/client-id-link-intents/route";
import { DELETE as deleteLink } from "@/app/v2/orchestrators/client-ids/[clientId]/route";
import { GET as getLinks, POST as postLink } from "@/app/v2/orchestrators/client-ids/route";
import { DELETE as deleteFee, PATCH as patchFee } from "@/app/v2/orchestrators/fee-configs/[id]/route";
import { GET as getFees, POST as postFee } from "@/app/v2/orchestrators/fee-configs/route";
import { POST as rotateKey } from "@/app/v2/orchestrators/keys/[id]/rotate/route";
import { DELETE as deleteKey } from "@/app/v2/orchestrators/keys/[id]/route";
import { GET as getKeys, POST as postKey } from "@/app/v2/orchestrators/keys/route";
import { POST as rotateSecret } from "@/app/v2/orchestrators/webhooks/[id]/rotate-secret/route";
import { DELETE as deleteWebhook, PATCH as patchWebhook } from "@/app/v2/orchestrators/webhooks/[id]/route";
import { POST as replayDelivery } from "@/app/v2/orchestrators/webhooks/deliveries/[deliveryId]/replay/route";
import { GET as getDeliveries } from "@/app/v2/orchestrators/webhooks/deliveries/route";
import { GET as getWebhooks, POST as postWebhook } from "@/app/v2/orchestrators/webhooks/route";
import { POST as testWebhooks } from "@/app/v2/orchestrators/webhooks/test/route";
import type { Answered } from "@/server/testing/send";
import { send } from "@/server/testing/send";

type Headers = Record<string, string>;
const ROOT = "/v2/orchestrators";
const query = (clientId?: string) => (clientId === undefined ? "" : `?clientId=${clientId}`);

/** The endpoints of an orchestrator, called with its key or whatever else the headers hold. */
export function asPartner(headers: Headers) {
  const post = (handler: typeof postLink, path: string, body?: unknown, params?: Headers) =>
    send(handler, path, { method: "POST", headers, body, params });
  const remove = (handler: typeof deleteLink, path: string, params?: Headers) =>
    send(handler, path, { method: "DELETE", headers, params });
  return {
    keys: () => send(getKeys, `${ROOT}/keys`, { headers }),
    issueKey: (label: string) => post(postKey, `${ROOT}/keys`, { label }),
    rotateKey: (id: string) => post(rotateKey, `${ROOT}/keys/${id}/rotate`, undefined, { id }),
    revokeKey: (id: string) => remove(deleteKey, `${ROOT}/keys/${id}`, { id }),
    link: (clientId: string) => post(postLink, `${ROOT}/client-ids`, { clientId }),
    links: (search = "") => send(getLinks, `${ROOT}/client-ids${search}`, { headers }),
    unlink: (clientId: string) => remove(deleteLink, `${ROOT}/client-ids/${clientId}`, { clientId }),
    invite: (body: object = { clientIdName: "Shop" }) =>
      post(postIntent, `${ROOT}/client-id-link-intents`, body),
    intents: () => send(getIntents, `${ROOT}/client-id-link-intents`, { headers }),
    fees: (clientId?: string) => send(getFees, `${ROOT}/fee-configs${query(clientId)}`, { headers }),
    createFee: (body: object) => post(postFee, `${ROOT}/fee-configs`, body),
    updateFee: (id: string, body: object) =>
      send(patchFee, `${ROOT}/fee-configs/${id}`, { method: "PATCH", headers, body, params: { id } }),
    disableFee: (id: string, clientId?: string) =>
      remove(deleteFee, `${ROOT}/fee-configs/${id}${query(clientId)}`, { id }),
    branding: (clientId?: string) => send(getBranding, `${ROOT}/branding${query(clientId)}`, { headers }),
    createBranding: (body: object) => post(postBranding, `${ROOT}/branding`, body),
    updateBranding: (body: object) =>
      send(patchBranding, `${ROOT}/branding`, { method: "PATCH", headers, body }),
    removeBranding: (clientId?: string) => remove(deleteBranding, `${ROOT}/branding${query(clientId)}`),
    webhooks: () => send(getWebhooks, `${ROOT}/webhooks`, { headers }),
    createWebhook: (url: string) => post(postWebhook, `${ROOT}/webhooks`, { url }),
    activateWebhook: (id: string) =>
      send(patchWebhook, `${ROOT}/webhooks/${id}`, { method: "PATCH", headers, params: { id } }),
    deactivateWebhook: (id: string) => remove(deleteWebhook, `${ROOT}/webhooks/${id}`, { id }),
    rotateSecret: (id: string) =>
      post(rotateSecret, `${ROOT}/webhooks/${id}/rotate-secret`, undefined, { id }),
    testWebhooks: (eventType: string) => post(testWebhooks, `${ROOT}/webhooks/test`, { eventType }),
    deliveries: () => send(getDeliveries, `${ROOT}/webhooks/deliveries`, { headers }),
    replay: (deliveryId: string) =>
      post(replayDelivery, `${ROOT}/webhooks/deliveries/${deliveryId}/replay`, undefined, { deliveryId }),
  };
}

/** The endpoints of a platform that has partners, called with its session. */
export function asPlatform(headers: Headers) {
  return {
    links: () => send(listOwnLinks, "/v1/client-id-links", { headers }),
    leave: (clientIdId: string) =>
      send(leave, `/v1/client-id-links/${clientIdId}`, { method: "DELETE", headers, params: { clientIdId } }),
    chooseKyt: (clientIdId: string, provider: string | null) =>
      send(putKyt, `/v1/client-id-links/${clientIdId}/kyt`, {
        method: "PUT",
        headers,
        body: { provider },
        params: { clientIdId },
      }),
    readIntent: (token: string) =>
      send(readIntent, `/v1/client-id-links/intents/${token}`, { headers, params: { token } }),
    complete: (token: string, body?: object) =>
      send(completeIntent, `/v1/client-id-links/intents/${token}`, {
        method: "POST",
        headers,
        body,
        params: { token },
      }),
  };
}

/** What an onboarding URL ends in. */
export function tokenOf(invited: Answered): string {
  const url: string = invited.body.url;
  return url.slice(url.lastIndexOf("/") + 1);
}
