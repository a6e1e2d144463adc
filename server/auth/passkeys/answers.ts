import { z } from "zod";

/** Bytes as base64url in its one canonical form: what a browser writes. */
function bytes(most: number) {
  return z
    .string()
    .max(Math.ceil((most * 4) / 3))
    .refine(
      (text) => text !== "" && Buffer.from(text, "base64url").toString("base64url") === text,
      "Must be base64url without padding",
    );
}

/** WebAuthn allows 1,023 bytes. */
const CredentialId = bytes(1_023).describe("ID that the authenticator gave the passkey, as base64url.");

const TRANSPORT = z.string().regex(/^[a-z-]{1,20}$/);

/** What `navigator.credentials.create` gives, in its JSON form. Other fields of that form are not read. */
export const NewPasskeyAnswer = z
  .object({
    id: CredentialId,
    rawId: CredentialId.describe("The same as `id`."),
    type: z.literal("public-key"),
    response: z
      .object({
        clientDataJSON: bytes(4_096).describe("What the browser says of the call, as base64url."),
        attestationObject: bytes(16_384).describe(
          "The new key with what its authenticator says, as base64url.",
        ),
        transports: z
          .array(TRANSPORT)
          .max(10)
          .optional()
          .describe("How a browser reaches the authenticator: `internal`, `usb`, `hybrid` and others."),
      })
      .describe("The authenticator's answer."),
  })
  .meta({ id: "NewPasskeyAnswer" });
export type NewPasskeyAnswer = z.infer<typeof NewPasskeyAnswer>;

/** What `navigator.credentials.get` gives, in its JSON form. Other fields of that form are not read. */
export const PasskeyAnswer = z
  .object({
    id: CredentialId,
    rawId: CredentialId.describe("The same as `id`."),
    type: z.literal("public-key"),
    response: z
      .object({
        clientDataJSON: bytes(4_096).describe("What the browser says of the call, as base64url."),
        authenticatorData: bytes(4_096).describe("What the authenticator says of the call, as base64url."),
        signature: bytes(1_024).describe("Signature of the passkey, as base64url."),
        userHandle: z.string().max(100).nullish().describe("ID that the passkey was made for."),
      })
      .describe("The authenticator's answer."),
  })
  .meta({ id: "PasskeyAnswer" });
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
