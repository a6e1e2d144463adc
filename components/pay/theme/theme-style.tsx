import { styleOf } from "@/components/pay/theme/style";
import { themeOf } from "@/components/pay/theme/theme";
import type { Scheme } from "@/components/pay/theme/tones";
import type { Branding } from "@/server/branding/schema";

interface Props {
  branding: Branding | null;
  /** Of this answer's content security policy, as `pageNonce()` reads it. */
  nonce: string | undefined;
  /** As the page around it is; without it, as the reader's system is. */
  scheme?: Scheme | undefined;
}

/** A merchant's colours, for as long as the page that holds this is shown. Nothing without any. */
export function ThemeStyle({ branding, nonce, scheme }: Props) {
  const themes = themeOf(branding);
  return themes && <style nonce={nonce}>{styleOf(themes, scheme)}</style>;
}
