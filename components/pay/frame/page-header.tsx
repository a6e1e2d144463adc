import { Wordmark } from "@/components/ui/wordmark";
import type { Branding } from "@/server/branding/schema";

/** Who asks for the money: the merchant's logo, else the merchant's name, else ours. */
export function PageHeader({ branding }: { branding: Branding | null }) {
  const { logoPath, displayName } = branding ?? {};
  return (
    <header className="flex min-h-10 items-center justify-center">
      {logoPath ? (
        // biome-ignore lint/performance/noImgElement: a file of the operator, of a size nobody knows beforehand
        <img src={logoPath} alt={displayName ?? ""} className="h-10 w-auto max-w-48 object-contain" />
      ) : displayName ? (
        <bdi className="font-serif text-lg font-semibold tracking-tight break-words">{displayName}</bdi>
      ) : (
        <Wordmark />
      )}
    </header>
  );
}
