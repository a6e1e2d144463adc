import type { PrivateKeyAccount } from "viem/accounts";
import { POST as postProof } from "@/app/v1/step-ups/[id]/route";
import type { ProofRequest } from "@/server/auth/proofs/schema";
import type { StepUpAsked } from "@/server/auth/step-up/schema";
import type { EndpointHandler } from "@/server/http/endpoint";
import type { TestAuthenticator } from "@/server/testing/authenticator";
import { signerOf } from "@/server/testing/credentials";
import { type Answered, send } from "@/server/testing/send";

type Options = NonNullable<Parameters<typeof send>[2]>;
type Headers = Record<string, string>;

/** What a wallet of a key makes of what a person is asked to sign. */
export async function signProof(signer: PrivateKeyAccount, { wallets }: ProofRequest) {
  const asked = wallets.find(({ address }) => address === signer.address);
  if (!asked?.typedData) throw new Error(`${signer.address} is not asked to sign`);
  const { domain, types, primaryType, message } = asked.typedData;
  const signature = await signer.signTypedData({ domain, types, primaryType, message });
  return { kind: "wallet", address: signer.address, signature };
}

/** What a call was refused for want of. */
export function askedOf({ status, body, headers }: Answered): StepUpAsked {
  if (status !== 403 || headers.get("x-error-code") !== "step_up_required") {
    throw new Error(`no proof was asked for: ${status} ${JSON.stringify(body)}`);
  }
  return body.stepUp;
}

/** Sends a proof. */
export function prove(headers: Headers, id: string, proof: unknown): Promise<Answered> {
  return send(postProof, `/v1/step-ups/${id}`, { method: "POST", headers, body: proof, params: { id } });
}

/** Confirms what was asked, and gives the header that the call needs then. */
export async function confirm(
  headers: Headers,
  signer: PrivateKeyAccount,
  stepUp: StepUpAsked,
): Promise<{ "x-step-up": string }> {
  const answer = await prove(headers, stepUp.id, await signProof(signer, stepUp.sign));
  if (answer.status !== 200) throw new Error(`the proof was refused: ${JSON.stringify(answer.body)}`);
  return { "x-step-up": stepUp.id };
}

/** Makes a call, and where a proof is asked for makes it again with one, as the dashboard does. */
export async function sendConfirmed(
  signer: PrivateKeyAccount,
  handler: EndpointHandler,
  path: string,
  options: Options & { headers: Headers },
): Promise<Answered> {
  const first = await send(handler, path, options);
  if (first.headers.get("x-error-code") !== "step_up_required") return first;
  const proof = await confirm(options.headers, signer, askedOf(first));
  return send(handler, path, { ...options, headers: { ...options.headers, ...proof } });
}

/**
 * The same endpoint for somebody who confirms whatever is asked: with one of these passkeys, or a wallet of `aWallet`. Where
 * the proof is refused, that is the answer.
 */
export function confirming(
  handler: EndpointHandler,
  authenticators: readonly TestAuthenticator[] = [],
): EndpointHandler {
  return (async (request, context) => {
    const again = request.clone();
    const answer = await handler(request, context);
    if (answer.headers.get("x-error-code") !== "step_up_required") return answer;
    const { stepUp }: { stepUp: StepUpAsked } = await answer.json();
    const headers = { authorization: again.headers.get("authorization") ?? "" };
    const proven = await prove(headers, stepUp.id, await proofOf(stepUp, authenticators));
    if (proven.status !== 200) {
      return new Response(JSON.stringify(proven.body), { status: proven.status, headers: proven.headers });
    }
    const all = new Headers(again.headers);
    all.set("x-step-up", stepUp.id);
    return handler(new Request(again, { headers: all }), context);
  }) as EndpointHandler;
}

function proofOf({ sign }: StepUpAsked, authenticators: readonly TestAuthenticator[]) {
  const { passkey } = sign;
  const own = authenticators.find(({ id }) => passkey?.allowCredentials.some((allowed) => allowed.id === id));
  if (passkey && own) return { kind: "passkey", response: own.get(passkey.challenge) };
  return signProof(signerOf(sign.wallets[0]?.address ?? ""), sign);
}
