/** What a checkout of one's own needs to be as safe as the payer's page. A part of its own, because it brings the codecs of chains. */
export type { Comparison, Problem, ProblemField, Step } from "@/components/pay/safety/comparison";
export { compare } from "@/sdk/safety/compare";
export type { ExpectedPayment, ExpectedTransfer } from "@/sdk/safety/expected-payment";
export * as transactions from "@/sdk/safety/transactions";
export { type Verified, type VerifyOptions, verifyQuittance } from "@/sdk/safety/verify-quittance";
export { verifyStatement } from "@/sdk/safety/verify-statement";
