import type { Reads } from "@/server/context";
import { invalidField } from "@/server/errors";
import {
  type PaymentAccessPolicy,
  requireProviderEnabled,
  StoredAccessPolicy,
} from "@/server/payee-destinations/access-policy";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { type AccessPolicy, OPEN_POLICY, type PrescribedScreening } from "@/server/payer-access/schema";
import { planOfPair } from "@/server/platforms/orchestrators/links";

/** The policy of a new link, from the call and from the destination it pays (AP-05). */
export async function policyOfNewLink(
  ctx: Pick<Reads, "db" | "caller">,
  flow: "incoming" | "outgoing",
  payment: PaymentAccessPolicy | undefined,
  destination: DestinationRow | null,
): Promise<AccessPolicy> {
  return resolveAccessPolicy(ctx, {
    flow,
    payment,
    destination: StoredAccessPolicy.nullable().parse(destination?.accessPolicy ?? null),
    plan: await prescribed(ctx),
  });
}

/** What the link of the pair prescribes (OK-05), the provider with the lowest priority first. */
async function prescribed(ctx: Pick<Reads, "db" | "caller">): Promise<PrescribedScreening | null> {
  const plan = await planOfPair(ctx);
  if (!plan) return null;
  const providers = plan.providers.toSorted((a, b) => a.priority - b.priority);
  return { providers: providers.map(({ provider: id, policyId = null }) => ({ id, policyId })) };
}

/** The policy of payouts that are paid together: what one of them hides stays hidden. */
export function mergedPolicy(policies: readonly AccessPolicy[]): AccessPolicy {
  const screened = policies.find((policy) => policy.mode !== "off");
  return {
    mode: screened?.mode ?? "off",
    providers: screened?.providers ?? [],
    hideUntilApproved: policies.some((policy) => policy.hideUntilApproved),
    hidePayeeAddress: policies.some((policy) => policy.hidePayeeAddress),
    allowedPayerAddresses: [],
  };
}

/** Where the policy of a new link can come from. */
export interface PolicySources {
  /** `accessPolicy` of the call. */
  payment: PaymentAccessPolicy | undefined;
  /** Policy of the destination that is paid; null without one. */
  destination: StoredAccessPolicy | null;
  /** What the client ID prescribes; null when it prescribes nothing. */
  plan: PrescribedScreening | null;
  /** An allowlist is for incoming links only (AL-04). */
  flow: "incoming" | "outgoing";
}

/**
 * Resolves the policy of a new link, to be stored with it (AP-05, AP-08): the client ID's plan before the
 * payment's policy before the destination's. A plan fixes mode and provider; the call may add an allowlist and,
 * where the plan screens, set the privacy flags (AP-06, AL-09). Flags that the call leaves out are the
 * destination's; they do not depend on the mode (AP-04). Throws 400 for an attempt to override a plan (AP-07), a
 * provider that is not enabled for the account (AP-02), or an allowlist on an outgoing link.
 */
export async function resolveAccessPolicy(
  ctx: Pick<Reads, "db" | "caller">,
  { payment, destination, plan, flow }: PolicySources,
): Promise<AccessPolicy> {
  const allowedPayerAddresses = payment?.allowedPayerAddresses ?? [];
  if (flow === "outgoing" && allowedPayerAddresses.length > 0) {
    throw invalidField("accessPolicy.allowedPayerAddresses", "Only incoming payments have an allowlist");
  }
  if (plan) refuseOverride(payment, plan);
  else await requireProviderEnabled(ctx, payment);
  return {
    ...screeningOf(payment, destination, plan),
    hideUntilApproved: payment?.hideUntilApproved ?? destination?.hideUntilApproved ?? false,
    hidePayeeAddress: payment?.hidePayeeAddress ?? destination?.hidePayeeAddress ?? false,
    allowedPayerAddresses,
  };
}

function screeningOf(
  payment: PaymentAccessPolicy | undefined,
  destination: StoredAccessPolicy | null,
  plan: PrescribedScreening | null,
): Pick<AccessPolicy, "mode" | "providers"> {
  if (plan) {
    return { mode: plan.providers.length > 0 ? "kyt_all_wallets" : "off", providers: plan.providers };
  }
  const isOwn = payment?.mode !== undefined && payment.mode !== "inherit";
  const source = isOwn ? payment : destination;
  if (source?.mode !== "kyt_all_wallets" || !source.screeningProvider) {
    return { mode: OPEN_POLICY.mode, providers: OPEN_POLICY.providers };
  }
  return { mode: "kyt_all_wallets", providers: [{ id: source.screeningProvider, policyId: null }] };
}

function refuseOverride(payment: PaymentAccessPolicy | undefined, plan: PrescribedScreening): void {
  if (!payment) return;
  const isScreened = plan.providers.length > 0;
  const { mode, screeningProvider } = payment;
  const isOtherMode = mode !== undefined && mode !== "inherit" && (mode === "kyt_all_wallets") !== isScreened;
  if (isOtherMode) throw invalidField("accessPolicy.mode", "The client ID prescribes the screening mode");
  if (typeof screeningProvider === "string" && screeningProvider !== plan.providers[0]?.id) {
    throw invalidField("accessPolicy.screeningProvider", "The client ID prescribes the screening provider");
  }
  if (!isScreened && (payment.hideUntilApproved || payment.hidePayeeAddress)) {
    throw invalidField("accessPolicy", "The client ID prescribes that nothing is screened or hidden");
  }
}
