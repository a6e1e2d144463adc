import { ApiError, type FieldIssue } from "@/server/errors";
import { isIban } from "@/server/lib/iban";
import type { CreateBankAccountBody } from "@/server/payers/schema";

type NumberField =
  | "accountNumber"
  | "routingNumber"
  | "sortCode"
  | "iban"
  | "swiftBic"
  | "documentNumber"
  | "ribNumber"
  | "bsbNumber"
  | "ncc"
  | "branchCode"
  | "bankCode"
  | "ifsc";
type Field = NumberField | "accountType" | "state" | "documentType";

interface FieldRule {
  field: Field;
  isOptional?: boolean;
  form?: { test: (text: string) => boolean; words: string };
}

const pattern = (regex: RegExp, words: string) => ({ test: (text: string) => regex.test(text), words });

const SWIFT_BIC = pattern(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, "8 or 11 letters and digits");
const ROUTING = {
  test: (text: string) => /^\d{9}$/.test(text) && hasWeights(text, [3, 7, 1]),
  words: "a routing number of 9 digits whose last digit fits the others",
};
const US = [
  { field: "accountNumber", form: pattern(/^\d{4,17}$/, "4 to 17 digits") },
  { field: "routingNumber", form: ROUTING },
  { field: "accountType" },
  { field: "state" },
] satisfies FieldRule[];

/**
 * What a bank account needs beside name and address, by currency and rails: one row each. What is not here cannot be
 * paid on these rails.
 */
const FIELDS: Record<string, readonly FieldRule[]> = {
  "USD local": US,
  "USD wire": US,
  "EUR local": [
    { field: "iban", form: { test: isIban, words: "an IBAN whose check digits fit" } },
    { field: "swiftBic", isOptional: true, form: SWIFT_BIC },
  ],
  "GBP local": [
    { field: "accountNumber", form: pattern(/^\d{8}$/, "8 digits") },
    { field: "sortCode", form: pattern(/^\d{6}$/, "6 digits") },
  ],
  "MXN local": [
    {
      field: "accountNumber",
      form: {
        test: (text) => /^\d{18}$/.test(text) && isClabe(text),
        words: "a CLABE of 18 digits whose last digit fits the others",
      },
    },
  ],
  "BRL local": [
    { field: "accountNumber", form: pattern(/^\d{1,13}$/, "1 to 13 digits") },
    { field: "bankCode", form: pattern(/^\d{3}$/, "3 digits") },
    { field: "branchCode", form: pattern(/^\d{4,5}$/, "4 or 5 digits") },
    { field: "documentNumber", form: pattern(/^(\d{11}|\d{14})$/, "a CPF of 11 or a CNPJ of 14 digits") },
    { field: "documentType" },
  ],
  "AUD local": [
    { field: "accountNumber", form: pattern(/^\d{5,9}$/, "5 to 9 digits") },
    { field: "bsbNumber", form: pattern(/^\d{6}$/, "6 digits") },
  ],
  "CAD local": [
    { field: "accountNumber", form: pattern(/^\d{7,12}$/, "7 to 12 digits") },
    { field: "bankCode", form: pattern(/^\d{3}$/, "3 digits") },
    { field: "branchCode", form: pattern(/^\d{5}$/, "5 digits") },
  ],
  "INR local": [
    { field: "accountNumber", form: pattern(/^\d{9,18}$/, "9 to 18 digits") },
    { field: "ifsc", form: pattern(/^[A-Z]{4}0[A-Z0-9]{6}$/, "an IFSC, as HDFC0001234") },
  ],
  "MAD local": [{ field: "ribNumber", form: pattern(/^\d{24}$/, "24 digits") }],
};

/** Any currency can be sent by SWIFT: to an IBAN, or to an account number where the country has none. */
const SWIFT: readonly FieldRule[] = [
  { field: "swiftBic", form: SWIFT_BIC },
  { field: "ncc", isOptional: true, form: pattern(/^[A-Z0-9]{3,15}$/, "3 to 15 letters and digits") },
];

/** Fields that people write with blanks and dashes between groups. */
const GROUPED: readonly NumberField[] = [
  "accountNumber",
  "routingNumber",
  "sortCode",
  "iban",
  "swiftBic",
  "documentNumber",
  "ribNumber",
  "bsbNumber",
  "ncc",
  "branchCode",
  "bankCode",
  "ifsc",
];

/**
 * The account with its numbers without blanks, once it has what its currency and rails need (CF-08). Throws 400 that
 * names every field that is missing or in another form.
 */
export function checkedBankAccount(body: CreateBankAccountBody): CreateBankAccountBody {
  const account = { ...body };
  for (const field of GROUPED) {
    const text = account[field];
    if (text !== undefined) account[field] = text.replace(/[\s.-]/g, "").toUpperCase();
  }
  const rules = account.rails === "swift" ? SWIFT : FIELDS[`${account.currency} ${account.rails}`];
  if (!rules) {
    const message = `rails: ${account.currency} cannot be paid by ${account.rails}; use swift`;
    throw new ApiError("validation_failed", message, { issues: [issue("rails", message)] });
  }
  const issues = rules.flatMap((rule) => problemOf(rule, account));
  if (account.rails === "swift") issues.push(...swiftAccountProblem(account));
  if (account.beneficiaryType === "individual" && account.dateOfBirth === undefined) {
    issues.push(issue("dateOfBirth", "dateOfBirth is required for an individual"));
  }
  if (issues.length > 0) {
    throw new ApiError("validation_failed", issues.map(({ message }) => message).join("; "), { issues });
  }
  return account;
}

function problemOf({ field, isOptional, form }: FieldRule, account: CreateBankAccountBody): FieldIssue[] {
  const value = account[field];
  if (value === undefined || value === "") {
    if (isOptional) return [];
    return [issue(field, `${field} is required for ${account.currency} by ${account.rails}`)];
  }
  return form && !form.test(value) ? [issue(field, `${field} must be ${form.words}`)] : [];
}

function swiftAccountProblem({ iban, accountNumber }: CreateBankAccountBody): FieldIssue[] {
  if (iban) return isIban(iban) ? [] : [issue("iban", "iban must be an IBAN whose check digits fit")];
  if (accountNumber && /^[A-Z0-9]{4,34}$/.test(accountNumber)) return [];
  return [issue("accountNumber", "accountNumber or iban is required by swift")];
}

/** The value stays out of the message: it is somebody's account number. */
function issue(field: string, message: string): FieldIssue {
  return { code: "custom", message, path: [field] };
}

function hasWeights(text: string, weights: readonly number[]): boolean {
  const sum = [...text].reduce((total, digit, i) => total + Number(digit) * (weights[i % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** The last digit makes up what the weighted others, each without its tens, lack to a multiple of ten. */
function isClabe(text: string): boolean {
  const weights = [3, 7, 1];
  const sum = [...text.slice(0, 17)].reduce(
    (total, digit, i) => total + ((Number(digit) * (weights[i % 3] ?? 0)) % 10),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(text[17]);
}
