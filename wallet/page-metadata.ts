/** How we introduce ourselves to a wallet on another device. */
export function pageMetadata() {
  const { origin } = window.location;
  return { name: "Quittance", description: "Payment requests", url: origin, icons: [`${origin}/icon.svg`] };
}
