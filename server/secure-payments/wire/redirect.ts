import { z } from "zod";

const MAX_URL = 2_048;

const UNSAFE_URL = "redirectUrl must be a safe http(s) URL with no script/HTML payload";
const UNSAFE_LABEL = "redirectLabel must be plain text without markup, control or invisible characters";

/**
 * Where the payer may go after paying (SP-10). A payer trusts our page, so what leads away from it must be what
 * it looks like: an absolute web address without credentials, and nothing a browser would repair or ignore.
 */
const RedirectUrl = z.string().refine(isSafeUrl, UNSAFE_URL);

/** Plain words on the button: no markup, nothing that reorders or hides text. */
const RedirectLabel = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^<>&"'`]*$/, UNSAFE_LABEL)
  .refine(isPlainText, UNSAFE_LABEL);

export const redirectFields = {
  redirectUrl: RedirectUrl.optional(),
  redirectLabel: RedirectLabel.optional(),
};

/** A label needs something to lead to (SP-11). */
export function requireUrlOfLabel(
  body: { redirectUrl?: string | undefined; redirectLabel?: string | undefined },
  check: z.RefinementCtx,
): void {
  if (body.redirectLabel === undefined || body.redirectUrl !== undefined) return;
  const message = "redirectLabel cannot be provided without redirectUrl";
  check.addIssue({ code: "custom", message, path: ["redirectLabel"] });
}

/** Percent-encoded C0 and C1 control characters and DEL, with CR, LF and NUL among them. */
const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f])/i;

function isSafeUrl(text: string): boolean {
  if (text.length > MAX_URL) return false;
  // Browsers strip or repair all of these before they follow an address; backslashes become slashes.
  if (/[<>"'`\s\\\p{C}]/u.test(text)) return false;
  // A merchant's server that puts the address into a header would end the header here.
  if (ENCODED_CONTROL.test(text)) return false;
  if (!/^https?:\/\/[^/?#]/i.test(text)) return false;
  try {
    const url = new URL(text);
    return (
      ["http:", "https:"].includes(url.protocol) &&
      url.username === "" &&
      url.password === "" &&
      !authorityOf(text).includes("@")
    );
  } catch {
    return false;
  }
}

/** Between the slashes and the path, as it was written. */
function authorityOf(text: string): string {
  return text.slice(text.indexOf("://") + 3).split(/[/?#]/, 1)[0] ?? "";
}

/** No control, bidirectional, zero-width or otherwise invisible characters, and not blanks alone. */
function isPlainText(text: string): boolean {
  return !/\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/u.test(text) && text.trim() !== "";
}
