import { z } from "zod";

const Bps = z.int().min(0).max(10_000);
const Status = z.enum(["active", "disabled"]);
const Flow = z.enum(["incoming", "outgoing"]);
const Bearer = z.enum(["payer", "recipient"]);

/** Dollars with at most the decimals that a fee can have (FP-12). A cap of zero is a cap. */
const UsdCap = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,6})?$/, "Must be an amount in USD with at most 6 decimals, such as 25 or 0.50");
const AddressText = z.string().min(1).max(100);
const ClientIdRef = z.string().min(1).max(100);

/** `POST /v2/orchestrators/fee-configs` (OF-01). Unknown fields are refused: a fee that was misread costs money. */
export const CreateFeeConfigBody = z
  .strictObject({
    feeType: z.literal("orchestrator_fee").optional(),
    bps: Bps,
    usdCap: UsdCap.nullish(),
    feeBearer: Bearer,
    flow: Flow,
    evmRecipientAddress: AddressText.nullish(),
    tronRecipientAddress: AddressText.nullish(),
    status: Status.optional(),
    clientId: ClientIdRef.optional(),
  })
  .meta({ id: "CreateFeeConfigBody" });
export type CreateFeeConfigBody = z.infer<typeof CreateFeeConfigBody>;

/** What can change (OF-03). Flow and bearer are what a configuration is (OF-02); `clientId` only names its scope. */
export const UpdateFeeConfigBody = z.strictObject({
  bps: Bps.optional(),
  usdCap: UsdCap.nullish(),
  evmRecipientAddress: AddressText.nullish(),
  tronRecipientAddress: AddressText.nullish(),
  status: Status.optional(),
  clientId: ClientIdRef.optional(),
});
export type UpdateFeeConfigBody = z.infer<typeof UpdateFeeConfigBody>;

export const FeeConfigScope = z.object({ clientId: ClientIdRef.optional() });
export type FeeConfigScope = z.infer<typeof FeeConfigScope>;

/** A fee of an orchestrator as it reads it; without `clientId` it is the default of all its client IDs. */
export const FeeConfig = z
  .object({
    id: z.string(),
    feeType: z.literal("orchestrator_fee"),
    bps: Bps,
    usdCap: z.string().nullable(),
    feeBearer: Bearer,
    flow: Flow,
    evmRecipientAddress: z.string().nullable(),
    tronRecipientAddress: z.string().nullable(),
    status: Status,
    orchestratorId: z.string(),
    clientIdId: z.string().optional(),
    clientId: z.string().optional(),
    createdAt: z.string(),
    updatedAt: z.string().describe("When it last changed."),
  })
  .meta({ id: "FeeConfig" });
export type FeeConfig = z.infer<typeof FeeConfig>;

/** What an orchestrator takes of payments of one client ID, as the platform is shown it. */
export const ChargedFee = z
  .object({ flow: Flow, feeBearer: Bearer, bps: Bps, usdCap: z.string().nullable() })
  .meta({ id: "ChargedFee" });
export type ChargedFee = z.infer<typeof ChargedFee>;
