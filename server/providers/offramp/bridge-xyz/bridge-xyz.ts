import { z } from "zod";
import { bridgeXyzBankAccount } from "@/server/providers/offramp/bridge-xyz/bank-account";
import { readBridgeXyzNotice } from "@/server/providers/offramp/bridge-xyz/notice";
import {
  BRIDGE_XYZ_NETWORKS,
  bridgeXyzTransfer,
  stateOfTransfer,
  Transfer,
} from "@/server/providers/offramp/bridge-xyz/transfer";
import { askProvider, type CallSettings, expectBody, refusal } from "@/server/providers/offramp/call";
import {
  type AgreementStatus,
  type BankAccountState,
  type CustomerState,
  type KycStatus,
  type OfframpProvider,
  OfframpRefused,
  OfframpUnavailable,
} from "@/server/providers/offramp/provider";

export const BRIDGE_XYZ_URL = "https://api.bridge.xyz/v0";

const KycLink = z.looseObject({
  id: z.string().min(1),
  kyc_link: z.url().nullish(),
  tos_link: z.url().nullish(),
  kyc_status: z.string(),
  tos_status: z.string().nullish(),
  customer_id: z.string().min(1).nullish(),
  full_name: z.string().nullish(),
});
const Duplicate = z.looseObject({ code: z.literal("duplicate_record"), existing_kyc_link: KycLink });

const ExternalAccount = z.looseObject({
  id: z.string().min(1),
  active: z.boolean().nullish(),
  currency: z.string().max(10).nullish(),
  beneficiary_address_valid: z.boolean().nullish(),
  deactivation_reason: z.string().max(200).nullish(),
});

/** What dollars are sold for: the rate of the payer's side. */
const ExchangeRate = z.looseObject({
  sell_rate: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,18})?$/)),
});

/** providers.md §5.3. A word that is not here says nothing: the state stays as it is, at `initiated`. */
const KYC: Record<string, KycStatus> = {
  not_started: "initiated",
  incomplete: "initiated",
  awaiting_questionnaire: "initiated",
  awaiting_ubo: "initiated",
  under_review: "pending",
  approved: "approved",
  active: "approved",
  rejected: "rejected",
  paused: "failed",
  offboarded: "failed",
};

/** Bridge by its HTTP API (providers.md §5.1). `noticeKey` is the PEM of its notices' signatures. */
export function bridgeXyzProvider(settings: CallSettings & { noticeKey: string | null }): OfframpProvider {
  const customer = async (linkId: string) => {
    const answer = await askProvider(settings, { method: "GET", path: `/kyc_links/${encode(linkId)}` });
    return stateOfLink(expectBody(answer, KycLink));
  };
  return {
    id: "bridge",
    networks: BRIDGE_XYZ_NETWORKS,
    startCustomer: async (reference, { fullName, email, type }) => {
      const answer = await askProvider(settings, {
        method: "POST",
        path: "/kyc_links",
        body: { full_name: fullName, email, type },
        idempotencyKey: reference,
      });
      const duplicate = answer.status === 400 ? Duplicate.safeParse(answer.body) : null;
      const known = duplicate?.data?.existing_kyc_link;
      if (!known) return stateOfLink(expectBody(answer, KycLink));
      // Somebody else's check must not become this one's.
      if (known.full_name && known.full_name.toLowerCase() !== fullName.toLowerCase()) {
        throw new OfframpRefused("duplicate_record", "email");
      }
      return stateOfLink(known);
    },
    customer,
    reportAgreement: customer,
    addBankAccount: async (reference, customerId, account) => {
      const body = bridgeXyzBankAccount(account);
      if (body === null) {
        return {
          accountId: null,
          currency: null,
          status: "failed",
          rejectionMessage: "not supported by the provider",
        };
      }
      const answer = await askProvider(settings, {
        method: "POST",
        path: `/customers/${encode(customerId)}/external_accounts`,
        body,
        idempotencyKey: reference,
      });
      return stateOfAccount(expectBody(answer, ExternalAccount));
    },
    bankAccount: async (customerId, accountId) => {
      const path = `/customers/${encode(customerId)}/external_accounts/${encode(accountId)}`;
      const answer = await askProvider(settings, { method: "GET", path });
      return stateOfAccount(expectBody(answer, ExternalAccount));
    },
    startTransfer: async (reference, order) => {
      const answer = await askProvider(settings, {
        method: "POST",
        path: "/transfers",
        body: bridgeXyzTransfer(order),
        idempotencyKey: reference,
      });
      return stateOfTransfer(expectBody(answer, Transfer));
    },
    transfer: async (transferId) => {
      const answer = await askProvider(settings, { method: "GET", path: `/transfers/${encode(transferId)}` });
      return stateOfTransfer(expectBody(answer, Transfer));
    },
    cancelTransfer: async (transferId) => {
      const path = `/transfers/${encode(transferId)}`;
      const answer = await askProvider(settings, { method: "DELETE", path });
      if (answer.status >= 400) throw refusal(answer);
    },
    rate: async (currency) => {
      // USDC is worth its dollar there.
      if (currency === "USD") return "1";
      const path = `/exchange_rates?from=usd&to=${encode(currency.toLowerCase())}`;
      return expectBody(await askProvider(settings, { method: "GET", path }), ExchangeRate).sell_rate;
    },
    readNotice: (raw, signature, now) => readBridgeXyzNotice(settings.noticeKey, raw, signature, now),
  };
}

function stateOfLink(link: z.output<typeof KycLink>): CustomerState {
  const kycStatus = KYC[link.kyc_status];
  if (kycStatus === undefined) throw new OfframpUnavailable("an unknown kyc_status");
  return {
    linkId: link.id,
    customerId: link.customer_id ?? null,
    kycUrl: link.kyc_link ?? null,
    agreementUrl: link.tos_link ?? null,
    kycStatus,
    agreementStatus: agreementOf(link),
    raw: { kyc_status: link.kyc_status, ...(link.tos_status ? { tos_status: link.tos_status } : {}) },
  };
}

function agreementOf({ tos_status: status, tos_link: url }: z.output<typeof KycLink>): AgreementStatus {
  if (status === "approved") return "completed";
  return url ? "pending" : "not_started";
}

/** A US address is checked after the account is taken; only then is it good (providers.md CF-11). */
function stateOfAccount(account: z.output<typeof ExternalAccount>): BankAccountState {
  const { id: accountId, active, deactivation_reason: reason } = account;
  const currency = account.currency?.toUpperCase() ?? null;
  const failed = (rejectionMessage: string) =>
    ({ accountId, currency, status: "failed", rejectionMessage }) as const;
  if (reason) return failed("deactivated by the provider");
  if (account.beneficiary_address_valid === false) return failed("the beneficiary's address is not valid");
  return { accountId, currency, status: active ? "approved" : "pending", rejectionMessage: null };
}

function encode(id: string): string {
  if (id === "" || id.length > 200) throw new OfframpRefused("invalid_id", null);
  return encodeURIComponent(id);
}
