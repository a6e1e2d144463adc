import { z } from "zod";
import { CONTACT_LENGTH, contactIn } from "@/server/branding/contact";
import { plainLine, pretendsToBeVerified } from "@/server/lib/text";

/** Three or six hexadecimal digits (OB-01): nothing else ever reaches a style sheet. */
const Color = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, "Must be a colour such as #0b5c4b or #fff");

/**
 * A file that ships with the page (OB-03, OB-04). Letters, digits and `. _ -` between slashes leave no room for
 * another origin, a query, a fragment, an escape or a way out of the folder.
 */
const assetPath = (endings: readonly string[]) =>
  z
    .string()
    .max(200)
    .regex(
      new RegExp(`^/branding/(?:[\\w-][\\w.-]*/)*[\\w-][\\w.-]*\\.(?:${endings.join("|")})$`),
      `Must be a path such as /branding/name.${endings[0]}`,
    )
    .refine((path) => !path.includes(".."), "Must not contain ..");

const LogoPath = assetPath(["png", "jpg", "jpeg", "webp", "avif"]);
const DocumentPath = assetPath(["html"]);

/** Shown to payers as a link, in the merchant's own words: an address of mail, or of a page. */
const Reachable = z
  .string()
  .trim()
  .min(1)
  .max(CONTACT_LENGTH)
  .refine(
    (text) => contactIn(text) !== null,
    "Must be an e-mail address such as help@shop.example, or an https:// address, in ASCII letters",
  );

/** Fields that a page reads; what is not set is the page's default (OB-06). */
const fields = {
  displayName: z
    .string()
    .trim()
    .pipe(
      plainLine
        .min(1)
        .max(60)
        .refine(
          (name) => !pretendsToBeVerified(name),
          "Must not claim to be verified: the payer's page says that itself",
        ),
    )
    .optional()
    .describe("Name that payers see."),
  contact: Reachable.optional().describe(
    "How payers reach whoever the branding names: an e-mail address or an https:// address.",
  ),
  pageBackgroundColor: Color.optional().describe("Background of the page, as `#rrggbb`."),
  cardBackgroundColor: Color.optional().describe("Background of the card, as `#rrggbb`."),
  primaryActionColor: Color.optional().describe("Colour of the button, as `#rrggbb`."),
  primaryTextColor: Color.optional().describe("Colour of the text, as `#rrggbb`."),
  secondaryTextColor: Color.optional().describe("Colour of less important text, as `#rrggbb`."),
  logoPath: LogoPath.optional(),
  termsPath: DocumentPath.optional().describe("Path of the terms on this service."),
  privacyPath: DocumentPath.optional().describe("Path of the privacy policy on this service."),
  displayRequestBranding: z
    .boolean()
    .optional()
    .describe("Whether the payer's page names the service at its foot."),
};

export const BrandingBody = z.strictObject(fields).meta({ id: "BrandingBody" });
export type BrandingBody = z.infer<typeof BrandingBody>;

/** `POST` and `PATCH /v2/orchestrators/branding`: of the orchestrator, or of one client ID linked to it. */
export const OrchestratorBrandingBody = z
  .strictObject({ clientId: z.string().min(1).max(100).optional(), ...fields })
  .refine(
    ({ clientId: _, ...look }) => Object.values(look).some((value) => value !== undefined),
    "Nothing to set: give at least one field beside clientId",
  )
  .meta({ id: "BrandingInput" });
export type OrchestratorBrandingBody = z.infer<typeof OrchestratorBrandingBody>;

/** A branding as payers' clients read it (SG-09). */
export const Branding = z.object({
  id: z.string(),
  clientIdId: z.string().optional(),
  orchestratorId: z.string().optional(),
  displayName: z.string().optional().describe("Name that payers see."),
  contact: z
    .string()
    .optional()
    .describe("How payers reach whoever the branding names: an e-mail address or an https:// address."),
  logoPath: z.string().optional(),
  pageBackgroundColor: z.string().optional().describe("Background of the page, as `#rrggbb`."),
  cardBackgroundColor: z.string().optional().describe("Background of the card, as `#rrggbb`."),
  primaryActionColor: z.string().optional().describe("Colour of the button, as `#rrggbb`."),
  primaryTextColor: z.string().optional().describe("Colour of the text, as `#rrggbb`."),
  secondaryTextColor: z.string().optional().describe("Colour of less important text, as `#rrggbb`."),
  termsPath: z.string().optional().describe("Path of the terms on this service."),
  privacyPath: z.string().optional().describe("Path of the privacy policy on this service."),
  displayRequestBranding: z
    .boolean()
    .optional()
    .describe("Whether the payer's page names the service at its foot."),
});
export type Branding = z.infer<typeof Branding>;

export const BrandingOrNull = Branding.nullable().meta({ id: "BrandingOrNull" });

/** Which of the caller's brandings: that of a client ID by its public value, else the platform's. */
export const BrandingQuery = z.object({ clientId: z.string().max(200).optional() });
export type BrandingQuery = z.infer<typeof BrandingQuery>;

/** `POST /v1/branding/logo`. Half a megabyte, as base64. */
export const LogoBody = z.strictObject({
  image: z
    .base64("must be base64")
    .min(1)
    .max(700_000, "The logo is larger than 512 kB")
    .describe("A PNG, JPEG or WebP image of at most 512 kB, as base64."),
});
export type LogoBody = z.infer<typeof LogoBody>;

/** A logo as it was made anew. Its path can be set as `logoPath`. */
export const LogoStored = z
  .object({
    logoPath: z.string(),
    width: z.int().describe("Pixels of a row."),
    height: z.int().describe("Rows of pixels."),
  })
  .meta({ id: "LogoStored" });
export type LogoStored = z.infer<typeof LogoStored>;

/** `removed` is false when there was none (OB-07). */
export const BrandingRemoved = z
  .object({ removed: z.boolean().describe("Whether there was something to remove.") })
  .meta({ id: "BrandingRemoved" });
export type BrandingRemoved = z.infer<typeof BrandingRemoved>;
