import { alpha3Of } from "@/server/providers/offramp/bridge-xyz/country-alpha3";
import type { BankAccount } from "@/server/providers/offramp/provider";

/**
 * The body that adds a bank account at Bridge (providers.md §5.1, table of account types); null for one that Bridge has
 * no type for: CAD, AUD, INR and the like.
 */
export function bridgeXyzBankAccount(account: BankAccount): Record<string, unknown> | null {
  const type = typeOf(account);
  const country = alpha3Of(account.country);
  if (type === null || country === null) return null;
  const owner =
    account.beneficiaryType === "business"
      ? { account_owner_type: "business", business_name: account.accountName }
      : {
          account_owner_type: "individual",
          first_name: account.firstName,
          last_name: account.lastName,
        };
  return {
    currency: account.currency.toLowerCase(),
    bank_name: account.bankName,
    account_owner_name: account.accountName,
    ...owner,
    address: {
      street_line_1: account.addressLine1,
      ...(account.addressLine2 ? { street_line_2: account.addressLine2 } : {}),
      city: account.city,
      ...(account.state ? { state: account.state } : {}),
      postal_code: account.postalCode,
      country,
    },
    ...type,
  };
}

/** Null for a currency and rails that Bridge does not pay to. */
function typeOf(account: BankAccount): Record<string, unknown> | null {
  const { currency, rails, accountNumber, routingNumber } = account;
  if (currency === "USD" && rails !== "swift") {
    return {
      account_type: "us",
      account: {
        account_number: accountNumber,
        routing_number: routingNumber,
        checking_or_savings: account.accountType,
      },
    };
  }
  if (rails !== "local") return null;
  if (currency === "EUR" && account.iban) {
    return {
      account_type: "iban",
      iban: {
        account_number: account.iban,
        ...(account.swiftBic ? { bic: account.swiftBic } : {}),
        country: alpha3Of(account.iban.slice(0, 2)),
      },
    };
  }
  if (currency === "GBP") {
    return { account_type: "gb", account: { account_number: accountNumber, sort_code: account.sortCode } };
  }
  if (currency === "MXN") return { account_type: "clabe", clabe: { account_number: accountNumber } };
  return null;
}
