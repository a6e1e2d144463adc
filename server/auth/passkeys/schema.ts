import { z } from "zod";
import { NewPasskeyAnswer, PasskeyAnswer } from "@/server/auth/passkeys/answers";
import { Label } from "@/server/lib/text";

const ChallengeId = z.string().describe("ID of the challenge, which is good for five minutes and once.");
const Verified = z.literal("required").describe("The device recognises its person.");
const Bytes = z.string().describe("Bytes as base64url.");
const Name = Label.describe("What its person calls the passkey.");

/** What `navigator.credentials.get` takes, in its JSON form. */
export const PasskeyRequest = z
  .object({
    challengeId: ChallengeId,
    options: z
      .object({
        challenge: Bytes,
        rpId: z.string().describe("Host that the passkeys belong to."),
        timeout: z.int().describe("How long the browser waits, in milliseconds."),
        userVerification: Verified,
      })
      .describe("For `navigator.credentials.get`, in its JSON form. Any passkey of this service may answer."),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "PasskeyRequest" });
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** What `navigator.credentials.create` takes, in its JSON form. */
export const PasskeyCreation = z
  .object({
    challengeId: ChallengeId,
    options: z
      .object({
        rp: z.object({ id: z.string(), name: z.string() }).describe("The service that the passkey is for."),
        user: z
          .object({ id: Bytes, name: z.string(), displayName: z.string().describe("The same as `name`.") })
          .describe("Whose the passkey is, as the device shows it."),
        challenge: Bytes,
        pubKeyCredParams: z
          .array(
            z.object({
              type: z.literal("public-key"),
              alg: z.int().describe("Number of the kind of key in COSE."),
            }),
          )
          .describe("Kinds of keys that are taken, by their numbers in COSE."),
        timeout: z.int().describe("How long the browser waits, in milliseconds."),
        excludeCredentials: z
          .array(z.object({ type: z.literal("public-key"), id: Bytes }))
          .describe("Passkeys that the person has already."),
        authenticatorSelection: z
          .object({
            residentKey: z.literal("required").describe("The device finds the passkey without a name."),
            requireResidentKey: z.literal(true).describe("The same, for older browsers."),
            userVerification: Verified,
          })
          .describe("The device finds the passkey without a name, and recognises its person."),
        attestation: z.literal("none").describe("Nobody asks for the make of the device."),
      })
      .describe("For `navigator.credentials.create`, in its JSON form."),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "PasskeyCreation" });
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

/** A passkey's answer to a challenge of a sign-in. */
export const PasskeySignIn = z.object({
  challengeId: ChallengeId,
  response: PasskeyAnswer.describe("What `navigator.credentials.get` gave, in its JSON form."),
});
export type PasskeySignIn = z.infer<typeof PasskeySignIn>;

/** A new passkey, in answer to its challenge. */
export const NewPasskeyBody = z.object({
  challengeId: ChallengeId,
  name: Name.optional().describe("What its person calls it; the name of its make unless given."),
  response: NewPasskeyAnswer.describe("What `navigator.credentials.create` gave, in its JSON form."),
});
export type NewPasskeyBody = z.infer<typeof NewPasskeyBody>;

export const PasskeyName = z.object({ name: Name });
export type PasskeyName = z.infer<typeof PasskeyName>;

/** A passkey of whoever is signed in. */
export const Passkey = z
  .object({
    id: z.string(),
    name: Name,
    isSynced: z
      .boolean()
      .describe("Whether it is on several devices or in a backup, as its device said last."),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe("When it signed last; null when it never did."),
    isCurrent: z.boolean().describe("Whether this session was begun with it."),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof Passkey>;
