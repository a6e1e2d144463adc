const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="#0b5c4b"/><path d="M10.5 6h7M12 6v6l-4.6 7.7A1.5 1.5 0 0 0 8.7 22h10.6a1.5 1.5 0 0 0 1.3-2.3L16 12V6" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** How the Test wallet stands in every list (pages.md). It exists on local profiles only. */
export const TEST_WALLET = {
  id: "testWallet",
  name: "Test wallet",
  icon: `data:image/svg+xml,${encodeURIComponent(ICON)}`,
};
