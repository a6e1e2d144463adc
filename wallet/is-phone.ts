/** True on a phone or a tablet, where wallets are apps with a browser of their own. */
export function isPhone(): boolean {
  return /android|iphone|ipad|ipod/i.test(navigator.userAgent);
}
