import { headers } from "next/headers";

/** The nonce that `proxy.next.ts` gave the page that is being rendered. Server components only. */
export async function pageNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy");
  return /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
}
